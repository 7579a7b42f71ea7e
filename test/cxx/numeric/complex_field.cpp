// std::complex arithmetic: polynomial roots by Durand-Kerner steps.
#include "oracle.h"
#include <complex>

namespace
{
using Complex = std::complex<double>;

double f(const double *x, int n)
{
    Complex root[3] = {{1, 0}, {0.4, 0.9}, {-0.65, 0.72}};
    for (int step = 0; step < 4; step++)
        for (int i = 0; i < 3; i++) {
            Complex z = root[i], p = ((z + x[0]) * z + x[1]) * z + x[2];
            for (int j = 0; j < 3; j++)
                if (j != i)
                    p /= z - root[j];
            root[i] -= p;
        }
    return std::norm(root[0]) + root[1].real() * root[2].imag();
}
} // namespace

int main()
{
    double x[3] = {0.3, -0.7, 0.45};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
