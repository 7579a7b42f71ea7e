/* What is expected was loaded in front of a barrier: bits do not tell whether others have written
 * since.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_lone_exchange.c:18
 * enzcc-text: compare-exchange */
#include <stdatomic.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    _Atomic double s = 1;
#pragma omp parallel
    {
        double old = atomic_load(&s);
#pragma omp barrier
        atomic_compare_exchange_strong(&s, &old, old * x[0]);
    }
    return s + n;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
