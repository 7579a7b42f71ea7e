/* qsort_r of an index array by active keys in the context: an empirical distribution. */
#define _GNU_SOURCE
#include "oracle.h"
#include <stdlib.h>

static int by_key(const void *a, const void *b, void *context)
{
    const double *key = context;
    double x = key[*(const int *)a], y = key[*(const int *)b];
    return (x > y) - (x < y);
}

static double f(const double *x, int n)
{
    int order[16];
    for (int i = 0; i < n; i++)
        order[i] = i;
    qsort_r(order, (size_t)n, sizeof *order, by_key, (void *)x);
    double s = 0, below = 0;
    for (int i = 0; i < n; i++) {
        double d = x[order[i]] - below;
        s += d * d * (i + 1);
        below = x[order[i]];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.3, -1.2, 2.5, 0.9, -0.4, 1.7, 3.1}), 7);
    return oracle_result();
}
