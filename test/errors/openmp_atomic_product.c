/* A complex number that is multiplied atomically is neither one number nor bits that are none.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_atomic_product.c:13 openmp_atomic_product.c:15
 * enzcc-text: atomic */
#include <complex.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    _Atomic float _Complex p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        p *= (float)x[i] + 1.0f * I;
    return crealf(p);
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
