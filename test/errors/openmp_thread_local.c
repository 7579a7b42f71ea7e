/* Pointers beside other members may lead to the variable itself.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_thread_local.c:20 openmp_thread_local.c:22
 * enzcc-text: a thread-local variable of active values that has pointers and more */
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static _Thread_local struct {
    double *at;
    int count;
} kept;

static double f(const double *x, int n)
{
    double s = 0;
    if (n < 2)
        return x[0];
#pragma omp parallel reduction(+ : s)
    {
        if (!kept.at)
            kept.at = malloc(sizeof *kept.at);
        *kept.at = x[0];
#pragma omp for
        for (int i = 0; i < n; i++)
            s += *kept.at * x[i];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
