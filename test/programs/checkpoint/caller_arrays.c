/* State in memory of the caller. What the primal leaves there is there when the derivative returns.
 */
#include "oracle.h"
#include <math.h>
#include <string.h>

enum { N = 7 };
static int steps;
static double field[N];

static void relax(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.5 * a[i] + 0.3 * a[i - 1] * a[i + 1];
}

static void backwards(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        for (int i = n - 1; i > 0; i--)
            a[i] = sin(a[i]) * a[i - 1];
}

/* Two buffers that change places; the ends of both are read and never written. */
static void swapped(double *a, int n)
{
    int half = n / 2;
    double *from = a, *to = a + half;
    for (int t = 0, end = steps; t < end; t++) {
        for (int i = 1; i < half - 1; i++)
            to[i] = from[i] + 0.2 * (from[i - 1] * from[i] - from[i + 1]);
        double *other = from;
        from = to;
        to = other;
    }
}

static void three_buffers(double *a, int n)
{
    int third = n / 3;
    double *old = a, *now = a + third, *next = a + 2 * third;
    for (int t = 0, end = steps; t < end; t++) {
        for (int i = 0; i < third; i++)
            next[i] = 0.7 * now[i] - 0.4 * old[i] * now[i];
        double *free = old;
        old = now;
        now = next;
        next = free;
    }
}

static void copied_back(double *a, int n)
{
    double next[4 * N];
    for (int t = 0, end = steps; t < end; t++) {
        for (int i = 0; i < n; i++)
            next[i] = a[i] + 0.1 * a[(i + 1) % n] * a[i];
        memcpy(a, next, sizeof(double) * (size_t)n);
    }
}

/* Later code overwrites what the loop has read, and what it has written. */
static void overwritten_behind(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 1; i < n; i++)
            a[i] = a[i] * a[0] + 0.1;
    a[0] = a[1] * a[2];
    for (int i = 0; i < n; i++)
        a[i] = a[i] * a[i];
}

/* Neighbours in one iteration, not in the order of their addresses. */
static void unrolled(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 0; i + 2 < n; i += 3) {
            a[i + 2] = sin(a[i]) + 0.1 * a[i + 1];
            a[i] = 0.5 * a[i + 1] * a[i + 2];
            a[i + 1] = a[i] + 0.2 * a[i + 1];
        }
}

/* Every iteration writes another element. */
static void row_by_row(double *a, int n)
{
    for (int t = 1; t < n; t++)
        a[t] = sin(a[t - 1]) * a[t] + 0.2 * a[t / 2];
}

/* Not every iteration writes. */
static void at_times(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 0; i < n; i++)
            if ((t + i) % 3)
                a[i] = 0.5 * a[i] * a[(i + 2) % n] + 0.3;
}

static void one_element(double *a, int n)
{
    for (int t = 0, end = steps; t < end; t++)
        *a = sin(*a) + 0.1 * a[n - 1];
}

static double in_global(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        field[i] = x[i];
    for (int t = 0, end = steps; t < end; t++)
        for (int i = 0; i < n; i++)
            field[i] = sin(field[i]) + 0.1 * field[(i + 1) % n] * x[i];
    for (int i = 0; i < n; i++)
        s += field[i] * field[i];
    return s;
}

typedef void in_place(double *, int);

static void leaves_the_primal(in_place *f, void *marked, int n, const double *x)
{
    double want[4 * N], a[4 * N], d[4 * N];
    memcpy(want, x, sizeof want);
    memcpy(a, x, sizeof a);
    memset(d, 0, sizeof d);
    f(want, n);
    __enzyme_autodiff_v(marked, enzyme_dup, a, d, enzyme_const, n);
    CHECK_ARRAY(a, want, 4 * N);
}

#define CHECK_IN_PLACE(f, n)                                                                       \
    do {                                                                                           \
        ORACLE_INPLACE(f, x, n);                                                                   \
        leaves_the_primal(f, (void *)f, n, x);                                                     \
    } while (0)

int main(void)
{
    static const int counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 19};
    static double x[4 * N];
    oracle_random(x, 4 * N, 5);
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        steps = counts[k];
        CHECK_IN_PLACE(relax, N);
        CHECK_IN_PLACE(relax, 2);
        CHECK_IN_PLACE(relax, 1);
        CHECK_IN_PLACE(backwards, N);
        CHECK_IN_PLACE(swapped, 2 * N);
        CHECK_IN_PLACE(swapped, 4);
        CHECK_IN_PLACE(three_buffers, 3 * N);
        CHECK_IN_PLACE(copied_back, N);
        CHECK_IN_PLACE(overwritten_behind, N);
        CHECK_IN_PLACE(unrolled, 3 * N);
        CHECK_IN_PLACE(unrolled, 2);
        CHECK_IN_PLACE(row_by_row, 3 * N);
        CHECK_IN_PLACE(at_times, N);
        CHECK_IN_PLACE(one_element, N);
        ORACLE_GRADIENT(in_global, x, N);
    }
    return oracle_result();
}
