/* Loops that load each element in several iterations, from arrays that other loops overwrite: the
 * reverse sweep reads copies of the ranges that were loaded. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 12, SIZE = 2 * MOST };

static int length;

#define FUNCTION(name)                                                                             \
    static void name##_of(double *x, double *y, int n);                                            \
    static void name(double *x, int size)                                                          \
    {                                                                                              \
        (void)size;                                                                                \
        name##_of(x, x + MOST, length);                                                            \
    }                                                                                              \
    static void name##_of(double *x, double *y, int n)
#define FOR(i, from, to) for (int i = (from); i < (to); i++)

static void slope(const double *u, double *d, int n)
{
    FOR(i, 0, n)
    d[i] = u[(i + 1) % n] * u[i] - u[i] * u[i] * u[i];
}

static void stage(const double *x, const double *k, double *w, double h, int n)
{
    FOR(i, 0, n)
    w[i] = x[i] + h * k[i];
}

/* Runge-Kutta steps, with arrays of their own for the stages. */
FUNCTION(integrated)
{
    double *k1 = malloc((size_t)n * sizeof *k1), *k2 = malloc((size_t)n * sizeof *k2),
           *k3 = malloc((size_t)n * sizeof *k3), *w = malloc((size_t)n * sizeof *w);
    FOR(t, 0, 3)
    {
        slope(x, k1, n);
        stage(x, k1, w, 0.05, n);
        slope(w, k2, n);
        stage(x, k2, w, 0.1, n);
        slope(w, k3, n);
        FOR(i, 0, n)
        x[i] += 0.1 / 6 * (k1[i] + 4 * k2[i] + k3[i]);
        y[t] = x[t % n];
    }
    free(k1);
    free(k2);
    free(k3);
    free(w);
}

/* From the end to the start. */
FUNCTION(backwards)
{
    FOR(t, 0, 3)
    {
        for (int i = n - 2; i > 0; i--)
            y[i] = x[i + 1] * x[i] - x[i - 1] * x[i];
        FOR(i, 0, n)
        x[i] = 0.5 * x[i] + 0.25 * y[i];
    }
}

/* The loop writes what it reads later. */
FUNCTION(in_place)
{
    FOR(t, 0, 3)
    {
        FOR(i, 1, n - 1)
        x[i] = 0.4 * (x[i - 1] * x[i] + x[i + 1] * x[i]);
        FOR(i, 0, n)
        y[i] += x[i] * x[i];
    }
}

/* Elements that are further apart than some of the loops are long. */
FUNCTION(far_apart)
{
    FOR(t, 0, 2)
    {
        FOR(i, 0, n - 4)
        y[i] = x[i] * x[i + 4] + x[i + 1] * x[i + 2];
        FOR(i, 0, n)
        x[i] = sin(x[i] + y[i]);
    }
}

/* Not in each iteration. */
FUNCTION(sometimes)
{
    FOR(t, 0, 3)
    {
        FOR(i, 1, n - 1)
        if (x[i] > 0)
            y[i] = x[i - 1] * x[i] * x[i + 1];
        FOR(i, 0, n)
        x[i] = 0.9 * x[i] + 0.1 * y[i] * x[i];
    }
}

/* It may end before the last element. */
FUNCTION(cut_short)
{
    FOR(t, 0, 3)
    {
        for (int i = 0; i < n - 1; i++) {
            if (x[i] > 0.8)
                break;
            y[i] = x[i] * x[i + 1];
        }
        FOR(i, 0, n)
        x[i] = 0.9 * x[i] + 0.1 * y[i] * x[i];
    }
}

/* Two arrays, which change places. */
FUNCTION(exchanged)
{
    FOR(t, 0, 4)
    {
        FOR(i, 1, n - 1)
        y[i] = x[i] + 0.1 * x[i] * (x[i + 1] - x[i - 1]);
        y[0] = x[0], y[n - 1] = x[n - 1];
        double *other = x;
        x = y;
        y = other;
    }
}

static double sum_of_products(const double *x, int n)
{
    double sum = 0;
    FOR(i, 0, n - 1)
    sum += x[i] * x[i + 1];
    return sum;
}

/* The caller overwrites them. */
FUNCTION(called)
{
    FOR(t, 0, 3)
    {
        double sum = sum_of_products(x, n);
        FOR(i, 0, n)
        x[i] = x[i] * sum + 0.1 * y[i];
    }
}

static void check_all(const double *at)
{
    ORACLE_INPLACE(integrated, at, SIZE);
    ORACLE_INPLACE(backwards, at, SIZE);
    ORACLE_INPLACE(in_place, at, SIZE);
    ORACLE_INPLACE(far_apart, at, SIZE);
    ORACLE_INPLACE(sometimes, at, SIZE);
    ORACLE_INPLACE(cut_short, at, SIZE);
    ORACLE_INPLACE(exchanged, at, SIZE);
    ORACLE_INPLACE(called, at, SIZE);
}

int main(void)
{
    double at[SIZE];
    oracle_random(at, SIZE, 3);
    for (length = 2; length <= MOST; length += length < 6 ? 1 : 3)
        check_all(at);
    return oracle_result();
}
