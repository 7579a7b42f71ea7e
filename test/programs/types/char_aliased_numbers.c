/* Code without type-based aliasing: the same memory is written as bytes, integers and numbers. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static void clear(void *p, size_t n)
{
    char *c = p;
    while (n--)
        *c++ = 0;
}

static double f(const double *x, int n)
{
    double *y = malloc((size_t)n * sizeof *y), sum = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += y[i] * x[0];
    clear(y, (size_t)n * sizeof *y);
    for (int i = 0; i < n; i++)
        y[i] += x[i], sum += y[i] * x[1];
    int *k = (int *)y;
    for (int i = 0; i < n; i++)
        k[i] = i;
    for (int i = 0; i < n; i++)
        sum += k[i] * x[i];
    free(y);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
