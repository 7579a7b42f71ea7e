/* Newton's method that takes its slope from a derivative call, then differentiated. */
#include <math.h>
#include "oracle.h"

static double residual(double x, double a)
{
    return x * x * x + x - a;
}

static double root(double a)
{
    double x = 1;
    for (int i = 0; i < 50; i++) {
        double r = residual(x, a);
        if (fabs(r) < 1e-13)
            break;
        x -= r / __enzyme_fwddiff((void *)residual, x, 1.0, enzyme_const, a);
    }
    return x;
}

int main(void)
{
    double x = root(5);

    CHECK_TOL(__enzyme_fwddiff((void *)root, 5.0, 1.0), 1 / (3 * x * x + 1), 1e-8);
    CHECK_TOL(__enzyme_autodiff((void *)root, 5.0), 1 / (3 * x * x + 1), 1e-8);
    return oracle_result();
}
