/* Order statistics: an array of active floating-point values sorted by qsort. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A trimmed mean whose weights depend on the rank. */
static double trimmed(const double *x, int n)
{
    double sorted[16], s = 0;
    memcpy(sorted, x, (size_t)n * sizeof *x);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (int i = 1; i < n - 1; i++)
        s += (i + 1) * sorted[i] * sorted[i];
    return s;
}

/* In place: the caller's array is sorted. */
static void sort_in_place(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i];
    qsort(x, (size_t)n, sizeof *x, ascending);
    for (int i = 1; i < n; i++)
        x[i] += 0.5 * x[i - 1];
}

int main(void)
{
    double x[] = {0.3, -1.2, 2.5, 0.9, -0.4, 1.7, 3.1};
    ORACLE_GRADIENT(trimmed, x, 7);
    ORACLE_INPLACE(sort_in_place, x, 7);
    ORACLE_INPLACE(sort_in_place, x, 1);
    return oracle_result();
}
