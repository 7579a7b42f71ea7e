#include <omp.h>
#include <stdio.h>

extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double product(const double *x, int n)
{
    double left, right;
    if (n == 1)
        return x[0];
#pragma omp task shared(left)
    left = product(x, n / 2);
#pragma omp task shared(right)
    right = product(x + n / 2, n - n / 2);
#pragma omp taskwait
    return left * right;
}

static double in_region(const double *x, int n)
{
    double p;
#pragma omp parallel num_threads(2)
#pragma omp single
    p = product(x, n);
    return p;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)in_region, enzyme_dup, x, dx, enzyme_const, 4);
    printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}
