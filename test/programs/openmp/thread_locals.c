/* Variables that each thread has: values that regions leave to each other, copies of the master's,
 * arrays with a place in them, regions in regions; and what is left in them afterwards. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_width;
struct pair {
    double of[2];
};
extern struct pair __enzyme_fwddiff_pair(void *, ...);

enum { N = 18, MOST = 8 };

static double factor;
static _Thread_local double kept, window[3];
static _Thread_local int position;
static double own = 2;
#pragma omp threadprivate(factor, own)

/* Written before each use. */
static double scratch(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        kept = x[i] * x[i];
        for (int k = 0; k < 3; k++)
            kept = sin(kept) + x[(i + k) % n];
        s += kept * kept;
    }
    return s;
}

/* Threads keep what they have from one region to the next. */
static double persistent(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
    kept = 1 + 0.1 * omp_get_thread_num();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        kept += x[i] * x[i] * kept;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel reduction(+ : s)
        {
            s += kept * kept;
            kept = kept * x[omp_get_thread_num()] + x[round];
        }
    }
    return s + kept;
}

/* Sums over iterations that a thread may run in any order, but one after the other: the loops that
 * the compiler could take for independent of each other. */
#define OWN_SUM(name, ordered)                                                                     \
    static double name(const double *x, int n)                                                     \
    {                                                                                              \
        double s = 0, *squares = malloc(n * sizeof *squares);                                      \
        _Pragma("omp parallel reduction(+ : s)")                                                   \
        {                                                                                          \
            kept = 0.1;                                                                            \
            _Pragma(ordered) for (long i = 0; i < n; i++)                                          \
            {                                                                                      \
                double t = x[i] * x[i];                                                            \
                squares[i] = t, kept += 0.1 * t * t;                                               \
            }                                                                                      \
            s += 0.5 * kept;                                                                       \
        }                                                                                          \
        s += squares[n / 2];                                                                       \
        free(squares);                                                                             \
        return s;                                                                                  \
    }
OWN_SUM(own_auto, "omp for schedule(auto)")
OWN_SUM(own_dynamic, "omp for schedule(monotonic : dynamic, 9)")
OWN_SUM(own_guided, "omp for schedule(monotonic : guided)")

/* The function itself: a number per thread, and all of the sum. */
static void check_own_sum(double sum(const double *, int), const double *x)
{
    double expected = x[N / 2] * x[N / 2];
    for (int i = 0; i < N; i++)
        expected += 0.05 * x[i] * x[i] * x[i] * x[i];
    oracle_close(ORACLE_SITE("own sum"), sum(x, N) - 0.05 * omp_get_max_threads(), expected, 1e-12);
}

/* copyin: each thread gets the master's; the master's own goes on outside of regions. */
static double copied(const double *x, int n)
{
    double s = 0;
    factor = x[0] * x[1];
    for (int round = 0; round < 2; round++) {
#pragma omp parallel for copyin(factor) reduction(+ : s)
        for (int i = 0; i < n; i++) {
            s += factor * x[i];
            factor = 0.5 * factor + x[i] * x[i];
        }
        factor = sin(factor) + x[2 + round];
        s += factor * factor;
    }
    return s;
}

__attribute__((noinline)) static void push(double v)
{
    window[position++ % 3] = v;
}

__attribute__((noinline)) static double product(void)
{
    return window[0] * window[1] + window[position % 3];
}

/* An array with a place in it, in functions that a region calls. */
static double windows(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        position = omp_get_thread_num();
        for (int k = 0; k < 3; k++)
            window[k] = x[k];
#pragma omp for schedule(static, 2)
        for (int i = 0; i < n; i++) {
            push(x[i] * x[i]);
            s += product() * x[i];
        }
    }
    return s;
}

/* What each thread has had before the derivative. */
static double before(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
        s += own * x[i] * x[i];
    return s;
}

/* Adjoints that another derivative has left count for nothing. */
static double own_first(const double *x, int n)
{
    double s = 0, saved[MOST];
#pragma omp parallel reduction(+ : s)
    {
        double *mine = &saved[omp_get_thread_num()];
        *mine = own;
        own = x[0] * x[1];
        for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
            s += own * x[i];
        own = *mine;
    }
    return s;
}

static double nested(const double *x, int n)
{
    double s = 0;
#pragma omp parallel num_threads(2) reduction(+ : s)
    {
        kept = x[omp_get_thread_num()];
        double outer = kept, inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner)
        {
            kept = outer * x[2 + omp_get_thread_num()];
#pragma omp for
            for (int i = 0; i < n; i++) {
                kept = kept * x[i] + outer;
                inner += kept;
            }
        }
        s += inner * kept;
    }
    return s;
}

/* Blocks that threads make in one region, use in another and free in a third; copyin. */
static double *block, *line;
#pragma omp threadprivate(block, line)

static double blocks(const double *x, int n)
{
    double s = 0, shared[2] = {x[0] * x[1], x[2]};
    line = shared;
#pragma omp parallel
    {
        block = malloc(2 * sizeof *block);
        block[0] = x[omp_get_thread_num() % n], block[1] = 1;
    }
#pragma omp parallel for schedule(static) copyin(line)
    for (int i = 0; i < n; i++) {
        block[1] = block[0] * x[i] + line[i % 2];
        block[0] = sin(block[1]) * x[i];
    }
#pragma omp parallel reduction(+ : s)
    {
        s += block[0] * block[1] * line[1];
        free(block);
        block = NULL;
    }
    return s;
}

/* Several directions at once, in forward mode. */
static void check_directions(const double *x)
{
    static double tangents[2][N];
    double want[2] = {0}, reverse[N];
    GRADIENT(persistent, x, reverse, N);
    for (int i = 0; i < N; i++) {
        tangents[0][i] = i % 3 - 1, tangents[1][i] = 0.25 * i;
        want[0] += reverse[i] * tangents[0][i], want[1] += reverse[i] * tangents[1][i];
    }
    struct pair got = __enzyme_fwddiff_pair((void *)persistent, enzyme_width, 2, enzyme_dup, x,
                                            tangents[0], tangents[1], enzyme_const, N);
    CHECK_ARRAY(got.of, want, 2);
}

/* The program's own variables are as the function leaves them. */
static void check_left(const double *x)
{
    static double left[2][MOST];
    double by[N];
    for (int k = 0; k < 2; k++) {
#pragma omp parallel
        kept = -1;
        if (k)
            GRADIENT(persistent, x, by, N);
        else
            persistent(x, N);
#pragma omp parallel
        left[k][omp_get_thread_num()] = kept;
    }
    for (int t = 0; t < omp_get_max_threads(); t++)
        oracle_that(ORACLE_SITE("what is left"), left[0][t] == left[1][t]);
}

static void check_all(const double *x)
{
#pragma omp parallel
    own = 2 + omp_get_thread_num();
    ORACLE_GRADIENT(scratch, x, N);
    ORACLE_GRADIENT(persistent, x, N);
    ORACLE_GRADIENT(own_auto, x, N);
    ORACLE_GRADIENT(own_dynamic, x, N);
    ORACLE_GRADIENT(own_guided, x, N);
    check_own_sum(own_auto, x);
    check_own_sum(own_dynamic, x);
    check_own_sum(own_guided, x);
    ORACLE_GRADIENT(copied, x, N);
    ORACLE_GRADIENT(windows, x, N);
    ORACLE_GRADIENT(before, x, N);
    ORACLE_GRADIENT(own_first, x, N);
    ORACLE_GRADIENT(blocks, x, N);
    check_left(x);
    check_directions(x);
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.3 + 0.1 * (i % 7) - 0.05 * i;
    FOR_TEAMS(check_all(x));
    allow_levels(2);
    ORACLE_GRADIENT(nested, x, N);
    return oracle_result();
}
