/* A sort for elements of any size, which exchanges them byte by byte. */
#include "oracle.h"
#include <stddef.h>
#include <string.h>

static void exchange(void *a, void *b, size_t size)
{
    char *p = a, *q = b;
    while (size--) {
        char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}

static void insertion_sort(void *base, size_t count, size_t size,
                           int (*compare)(const void *, const void *))
{
    char *at = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(at + (j - 1) * size, at + j * size) > 0; j--)
            exchange(at + (j - 1) * size, at + j * size, size);
}

/* neighbours exchanged: that they differ is known from their being aligned only */
static void bubble_sort(void *base, size_t count, size_t size,
                        int (*compare)(const void *, const void *))
{
    char *at = base;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j + 1 < count - i; j++)
            if (compare(at + j * size, at + (j + 1) * size) > 0)
                for (size_t k = 0; k < size; k++) {
                    char t = at[j * size + k];
                    at[j * size + k] = at[(j + 1) * size + k];
                    at[(j + 1) * size + k] = t;
                }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double weighted(const double *sorted, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * sorted[i];
    return sum;
}

static double ranked(const double *x, int n)
{
    double sorted[n];
    for (int i = 0; i < n; i++)
        sorted[i] = x[i];
    insertion_sort(sorted, (size_t)n, sizeof *sorted, ascending);
    return weighted(sorted, n);
}

static double bubbled(const double *x, int n)
{
    double sorted[16];
    memcpy(sorted, x, (size_t)n * sizeof *x);
    bubble_sort(sorted, (size_t)n, sizeof *sorted, ascending);
    return weighted(sorted, n);
}

/* in the caller's memory */
static double bubbled_there(double *x, int n)
{
    bubble_sort(x, (size_t)n, sizeof *x, ascending);
    return weighted(x, n);
}

int main(void)
{
    double x[4] = {3, 1, 4, 2}, dx[4] = {0};
    __enzyme_autodiff((void *)ranked, enzyme_dup, x, dx, enzyme_const, 4);
    CHECK_ARRAY(dx, ((double[]){3, 1, 4, 2}), 4);

    double bx[4] = {0};
    __enzyme_autodiff((void *)bubbled, enzyme_dup, x, bx, enzyme_const, 4);
    CHECK_ARRAY(bx, ((double[]){3, 1, 4, 2}), 4);

    double cx[4] = {0};
    __enzyme_autodiff((void *)bubbled_there, enzyme_dup, x, cx, enzyme_const, 4);
    CHECK_ARRAY(cx, ((double[]){3, 1, 4, 2}), 4);
    CHECK(x[0], 1);
    CHECK(x[3], 4);
    return oracle_result();
}
