/* Simultaneous iteration for all roots of a cubic: sensitivity of one root to the coefficients. */
#include <complex.h>
#include "oracle.h"

static double complex evaluate(const double *a, int n, double complex z)
{
    double complex p = 1;
    for (int i = n - 1; i >= 0; i--)
        p = p * z + a[i];
    return p;
}

static double root(const double *a, int n)
{
    double complex r[3] = {1, 0.4 + 0.9 * I, -0.65 + 0.72 * I};
    for (int it = 0; it < 25; it++)
        for (int i = 0; i < n; i++) {
            double complex d = 1;
            for (int j = 0; j < n; j++)
                if (j != i)
                    d *= r[i] - r[j];
            r[i] -= evaluate(a, n, r[i]) / d;
        }
    return creal(r[0]) + 2 * cimag(r[1]) * cimag(r[1]) + cabs(r[2]);
}

int main(void)
{
    const double a[] = {1.5, -0.4, 0.7};
    ORACLE_GRADIENT(root, a, 3);
    return oracle_result();
}
