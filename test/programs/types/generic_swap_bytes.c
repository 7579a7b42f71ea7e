/* Exchanging two elements byte by byte, as generic sorts do. */
#include <stddef.h>
#include "oracle.h"

static void swap(void *a, void *b, size_t size)
{
    char *p = a, *q = b;
    while (size--) {
        char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}

static void reverse(void *base, size_t count, size_t size)
{
    char *p = base;
    for (size_t i = 0; i < count / 2; i++)
        swap(p + i * size, p + (count - 1 - i) * size, size);
}

static double f(const double *x, int n)
{
    double y[8], sum = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    reverse(y, (size_t)n, sizeof *y);
    for (int i = 0; i < n; i++)
        sum += y[i] * (i + 1) * x[i];
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -1.3}), 5);
    return oracle_result();
}
