#include <stddef.h>
#include <stdio.h>

double *__enzyme_post_sparse_todense(void *, void *, ...);

/* A diagonal matrix of n rows, as an array of n * n numbers. */
static double load(size_t offset, double *diagonal, size_t n)
{
    size_t k = offset / sizeof(double);
    return k / n == k % n ? diagonal[k % n] : 0;
}
static void store(double value, size_t offset, double *diagonal, size_t n)
{
    size_t k = offset / sizeof(double);
    if (k / n == k % n)
        diagonal[k % n] = value;
}

int main(void)
{
    double diagonal[3] = {1, 2, 3};
    double *a = __enzyme_post_sparse_todense((void *)load, (void *)store, diagonal, (size_t)3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[3 * i + j] *= i + j;
    printf("%g %g %g\n", diagonal[0], diagonal[1], diagonal[2]);
}
