// Templates instantiated explicitly in an archive, implicitly here, and both.
#include "lib/matrix.h"
#include "oracle.h"

static double f(const double *x, int n)
{
    Matrix<double, 2> m{{{x[0], x[1]}, {x[2], x[3]}}};
    Matrix<double, 3> k{{{x[0], 1, x[1]}, {x[2], x[3], 2}, {0, x[0], x[1]}}};
    Matrix<float, 2> single{{{1, 2}, {3, 4}}};
    return trace_of_cube(m) * (k * k).trace() +
           (m * m).trace() * static_cast<double>((single * single).trace());
}

int main()
{
    double x[4] = {0.5, 1.5, 0.75, -0.5};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
