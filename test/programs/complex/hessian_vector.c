/* Reverse over reverse through complex functions in a loop with a branch on the modulus. */
#include <complex.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double complex z = 0;
    double s = 0;
    for (int i = 0; i < n; i++) {
        z = csqrt(z * z + x[i] + 0.3 * I) * cexp(0.1 * I * x[i]);
        if (cabs(z) > 1.4) {
            z /= 2;
            continue;
        }
        s += creal(clog(z + 2)) * cimag(ctanh(z));
    }
    return s + carg(z);
}

static double along_gradient(const double *x, int n)
{
    double g[6] = {0}, s = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);
    for (int i = 0; i < n; i++)
        s += g[i] * (i + 1);
    return s;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 4);
    ORACLE_GRADIENT(f, x, 6);
    ORACLE_GRADIENT(along_gradient, x, 6);
    return oracle_result();
}
