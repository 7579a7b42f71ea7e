/* State in arrays of the function, and memory that every iteration allocates. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };
static int steps;

static double rotate(const double *x, int n)
{
    double a[N], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int t = 0; t < steps; t++) {
        double first = a[0];
        for (int i = 0; i + 1 < n; i++)
            a[i] = sin(a[i + 1]) + 0.1 * a[i] * x[i];
        a[n - 1] = first * a[0];
        if (t % 3 == 1)
            s += a[t % n];
    }
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}

static double with_scratch(const double *x, int n)
{
    double *state = malloc(sizeof(double) * (size_t)n), s = 0;
    memcpy(state, x, sizeof(double) * (size_t)n);
    for (int t = 0; t < steps; t++) {
        double *next = malloc(sizeof(double) * (size_t)n);
        for (int i = 0; i < n; i++)
            next[i] = cos(state[i]) * state[(i + 1) % n];
        for (int i = 0; i < n; i++)
            state[i] = next[i] + 0.2 * state[i];
        free(next);
    }
    for (int i = 0; i < n; i++)
        s += state[i] * (i + 1);
    free(state);
    return s;
}

/* How often the inner loop runs depends on the state. */
static double inner_count(const double *x, int n)
{
    double a[N] = {0}, s = 0;
    int count = 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < count; i++) {
            a[i % N] += 0.3 * sin(x[i % n] + a[(i + 1) % N]);
            s += a[i % N] * a[i % N];
        }
        count = (count * 5 + 3) % 7;
    }
    return s;
}

/* An inner loop that ends when the state says so. */
static double inner_while(const double *x, int n)
{
    double y = x[0], s = 0;
    for (int t = 0; t < steps; t++) {
        y = y * 3 + x[t % n];
        while (y * y > 1)
            y = y * 0.4 + 0.01;
        s += y * x[t % n];
    }
    return s;
}

int main(void)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 23};
    double x[N];
    oracle_random(x, N, 3);
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        steps = counts[k];
        ORACLE_GRADIENT(rotate, x, N);
        ORACLE_GRADIENT(rotate, x, 2);
        ORACLE_GRADIENT(with_scratch, x, N);
        ORACLE_GRADIENT(inner_count, x, N);
        if (steps < 12)
            ORACLE_GRADIENT(inner_while, x, N);
    }
    return oracle_result();
}
