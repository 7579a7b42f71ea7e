/* Where the shadows of other threads would point to nobody knows.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_thread_local.c:17 openmp_thread_local.c:19
 * enzcc-text: a thread-local variable of active values that has pointers */
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local double *kept;

static double f(const double *x, int n)
{
    double s = 0;
    if (n < 2)
        return x[0];
#pragma omp parallel reduction(+ : s)
    {
        if (!kept)
            kept = malloc(sizeof *kept);
        *kept = x[0];
#pragma omp for
        for (int i = 0; i < n; i++)
            s += *kept * x[i];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
