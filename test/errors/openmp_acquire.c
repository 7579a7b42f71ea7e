/* Threads that wait for each other by a flag of their own.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_acquire.c:14 openmp_acquire.c:17
 * enzcc-text: waits for another thread */
#include <stdatomic.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    atomic_int ready = 0;
    double part[2] = {0, 0};
#pragma omp parallel num_threads(2)
    {
        for (int i = 0; i < n; i++)
            part[ready] += x[i];
    }
    return part[0] * part[1];
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
