/*
 * Loops over vectors that the hand-written adjoints have in common.
 */
#ifndef BENCH_HAND_VECTOR_H
#define BENCH_HAND_VECTOR_H

#include <stdlib.h>
#include <string.h>

/* x . y, as four sums, which are vectors and independent of each other. */
static inline double dot(int n, const double *restrict x, const double *restrict y)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    int i = 0;

    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += x[i + k] * y[i + k];
    for (; i < n; i++)
        sum[0] += x[i] * y[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* y += a x */
static inline void add(int n, double a, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static inline void fill(int n, double a, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = a;
}

static inline double *new_numbers(size_t count)
{
    return malloc(count * sizeof(double));
}

/* A copy of count numbers in new memory. */
static inline double *saved(size_t count, const double *x)
{
    double *copy = new_numbers(count);

    memcpy(copy, x, count * sizeof *copy);
    return copy;
}

#endif
