/* A function that adds atomically, and is there with and without an order.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_atomic_shared.c:11 openmp_atomic_shared.c:45
 * enzcc-text: a function that adds to numbers atomically */
#include <stddef.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

/* Never inlined. */
static void add_up(double *sum, const double *x, int n)
{
    if (n == 0)
        return;
#pragma omp atomic
    *sum += x[0] * x[0];
    add_up(sum, x + 1, n - 1);
    add_up(sum, x + n, 0);
}

static double only_adds(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel
    add_up(&sum, x, n);
    return sum;
}

static double multiplies(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel
    {
        add_up(&sum, x, n);
#pragma omp atomic
        sum *= 2;
    }
    return sum;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)only_adds, enzyme_dup, x, dx, enzyme_const, 4);
    __enzyme_autodiff((void *)multiplies, enzyme_dup, x, dx, enzyme_const, 4);
}
