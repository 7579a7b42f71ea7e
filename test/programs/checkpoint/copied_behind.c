/* Loops run again from memory that code behind them has overwritten: the result goes back into the
 * buffer that the loop started from. */
#include "oracle.h"
#include <math.h>
#include <string.h>

enum { N = 24 };
static int steps;

static double *relax(double *now, double *next, int n)
{
    for (int t = 0, end = steps; t < end; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + 0.1 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
        double *other = now;
        now = next;
        next = other;
    }
    return now;
}

static void by_loop(double *a, int n)
{
    int half = n / 2;
    const double *end = relax(a, a + half, half);
    for (int i = 0; i < half; i++)
        a[i] = end[i];
}

static void by_copy(double *a, int n)
{
    int half = n / 2;
    const double *end = relax(a, a + half, half);
    memmove(a, end, (size_t)half * sizeof *a);
    a[0] = a[1] * a[2];
}

static void cleared(double *a, int n)
{
    int half = n / 2;
    double sum = 0;
    const double *end = relax(a, a + half, half);
    for (int i = 0; i < half; i++)
        sum += end[i] * end[i];
    memset(a + half, 0, (size_t)half * sizeof *a);
    a[0] = sum;
}

/* What the first loop reads the second one writes, and the copies both. */
static void several(double *a, int n)
{
    int third = n / 3;
    double *u = a, *v = a + third, *w = a + 2 * third;
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 1; i < third; i++)
            u[i] = u[i] * w[i] + 0.1 * v[i] * u[i - 1] * v[0];
    memcpy(v, u, (size_t)third * sizeof *v);
    v[0] = u[1] * u[2];
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 1; i < third; i++)
            v[i] = v[i] * v[i - 1] * w[i] + u[i];
    memcpy(w, v, (size_t)third * sizeof *w);
    for (int i = 0; i < third; i++)
        u[i] += w[i] * w[0];
}

static void under_conditions(double *a, int n)
{
    int third = n / 3;
    double *u = a, *v = a + third, *w = a + 2 * third;
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 1; i < third; i++)
            u[i] = u[i] * w[i] + 0.1 * v[i] * u[i - 1];
    if (u[1] > 0.01)
        for (int i = 0; i < third; i++)
            v[i] = u[i] * v[i];
    else
        w[3] = u[2];
    if (u[2] > 100)
        memset(w, 0, (size_t)third * sizeof *w);
    for (int i = 0; i < third; i++)
        w[i] *= v[i];
}

/* The loop does not run if there are no steps. */
static void perhaps_no_loop(double *a, int n)
{
    int half = n / 2;
    if (a[0] > -10)
        for (int t = 0, end = steps - 9; t < end; t++)
            for (int i = 1; i < half; i++)
                a[i] = sin(a[i]) * a[i - 1] + a[half];
    for (int i = 0; i < half; i++)
        a[half + i] = a[i] * a[half + i];
}

typedef void in_place(double *, int);

static void leaves_the_primal(in_place *f, void *marked, int n, const double *x)
{
    double want[N], a[N], d[N];
    memcpy(want, x, sizeof want);
    memcpy(a, x, sizeof a);
    memset(d, 0, sizeof d);
    f(want, n);
    __enzyme_autodiff_v(marked, enzyme_dup, a, d, enzyme_const, n);
    CHECK_ARRAY(a, want, N);
}

#define CHECK_IN_PLACE(f)                                                                          \
    do {                                                                                           \
        ORACLE_INPLACE(f, x, N);                                                                   \
        leaves_the_primal(f, (void *)f, N, x);                                                     \
    } while (0)

int main(void)
{
    double x[N];
    oracle_random(x, N, 3);
    for (int i = 0; i < N; i++)
        x[i] = 0.6 + 0.3 * x[i];
    for (steps = 3; steps < 16; steps += 4) {
        CHECK_IN_PLACE(by_loop);
        CHECK_IN_PLACE(by_copy);
        CHECK_IN_PLACE(cleared);
        CHECK_IN_PLACE(several);
        CHECK_IN_PLACE(under_conditions);
        CHECK_IN_PLACE(perhaps_no_loop);
    }
    return oracle_result();
}
