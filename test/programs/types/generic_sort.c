/* An own insertion sort over void pointers: comparison function, elements kept in a buffer. */
#include <string.h>
#include "oracle.h"

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *p = base, held[64];
    for (size_t i = 1; i < count; i++) {
        size_t k = i;
        memcpy(held, p + i * size, size);
        for (; k && compare(held, p + (k - 1) * size) < 0; k--)
            memcpy(p + k * size, p + (k - 1) * size, size);
        memcpy(p + k * size, held, size);
    }
}

static double f(const double *x, int n)
{
    double y[8], sum = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    sort(y, (size_t)n, sizeof *y, by_value);
    for (int i = 0; i < n; i++)
        sum += y[i] * (i + 1);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1, -1.3}), 5);
    return oracle_result();
}
