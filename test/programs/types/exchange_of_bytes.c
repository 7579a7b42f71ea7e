/* A sort for elements of any size, which exchanges them byte by byte. */
#include "oracle.h"
#include <stddef.h>

static void exchange(void *a, void *b, size_t size)
{
    char *p = a, *q = b;
    while (size--) {
        char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}

static void insertion_sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *at = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(at + (j - 1) * size, at + j * size) > 0; j--)
            exchange(at + (j - 1) * size, at + j * size, size);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double ranked(const double *x, int n)
{
    double sorted[n], sum = 0;
    for (int i = 0; i < n; i++)
        sorted[i] = x[i];
    insertion_sort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * sorted[i];
    return sum;
}

int main(void)
{
    double x[4] = {3, 1, 4, 2}, dx[4] = {0};
    __enzyme_autodiff((void *)ranked, enzyme_dup, x, dx, enzyme_const, 4);
    CHECK_ARRAY(dx, ((double[]){3, 1, 4, 2}), 4);
    return oracle_result();
}
