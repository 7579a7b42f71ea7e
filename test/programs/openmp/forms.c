/* Each form of atomic operations that give a value, memory from allocators, values that threads get
 * from the first one or from another, and regions in regions of several sizes. */
#include "teams.h"
#include <math.h>

enum { N = 18 };

static double own, kept;
#pragma omp threadprivate(own, kept)

static double copied(const double *x, int n)
{
    double s = 0;
    own = x[0] * x[1], kept = 1;
#pragma omp parallel copyin(own, kept) reduction(+ : s)
    {
        for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
            kept *= 1 + 0.1 * x[i] * own;
        double t;
#pragma omp single copyprivate(t, own)
        {
            t = x[2] * own;
            own = t * t;
        }
        s += kept * t + own;
    }
    return s;
}

static double captured(const double *x, int n)
{
    double a = 1, b = 1, c = 3, s = 0, p = 1;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double v = 0;
#pragma omp atomic capture
        {
            v = a;
            a += x[i] * x[i];
        }
        (void)v;
#pragma omp atomic capture
        v = b *= 1 + 0.1 * x[i];
        (void)v;
#pragma omp atomic capture
        {
            c = c - x[i];
            v = c;
        }
#pragma omp atomic update
        p = p * (1 - 0.1 * x[i]);
        s += x[i];
    }
    return a * b * c * s * p;
}

static double ordered_captures(const double *x, int n)
{
    double a = 1, s = 0;
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < n; i++) {
        double v, w;
#pragma omp atomic capture
        v = a++;
#pragma omp atomic capture
        w = a = a * x[i];
        s += v * w;
#pragma omp atomic capture
        {
            v = a;
            a = x[i] * x[i];
        }
        s += v * x[i];
#pragma omp atomic capture
        {
            a = 1.5 - a;
            v = a;
        }
#pragma omp atomic read
        w = a;
#pragma omp atomic write
        a = w * v;
        s += v * w;
    }
    return s + a;
}

static double compared(const double *x, int n)
{
    double most = -10, least = 10;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp atomic compare
        if (most < v) {
            most = v;
        }
#pragma omp atomic compare
        least = v < least ? v : least;
    }
    return most * least;
}

static double inner(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for num_threads(2) reduction(+ : s)
    for (int i = 0; i < 4; i++) {
        double t = 0;
#pragma omp parallel num_threads(i + 1) reduction(+ : t)
        for (int k = omp_get_thread_num(); k < n; k += omp_get_num_threads())
            t += x[k] * x[i];
        s += t * t;
    }
    return s;
}

static double alloc(const double *x, int n)
{
    double s = 0;
    double *y = omp_alloc((size_t)n * sizeof *y, omp_default_mem_alloc),
           *z = omp_calloc((size_t)n, sizeof *z, omp_null_allocator);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i], z[i] += y[i] * x[0];
    for (int i = 0; i < n; i++)
        s += y[i] * z[n - 1 - i];
    omp_free(y, omp_default_mem_alloc);
    omp_free(z, omp_null_allocator);
    return s;
}

static double clauses(const double *x, int n)
{
    double s = 0, f = x[1];
#pragma omp parallel for reduction(+ : s) firstprivate(f) allocate(omp_default_mem_alloc : s, f)
    for (int i = 0; i < n; i++) {
        f *= 1.01;
        s += x[i] * x[i] * f;
    }
    return s * s;
}

static double directive(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp allocate(y) allocator(omp_default_mem_alloc)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
    for (int i = 0; i < n; i++)
        s += y[i] * x[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(copied, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(captured, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(ordered_captures, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(compared, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(alloc, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(clauses, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(directive, x, N));
    allow_levels(2);
    FOR_TEAMS(ORACLE_GRADIENT(inner, x, N));
    return oracle_result();
}
