/* Prefix sums, locks of the program's own, vectors, cancellation points. */
#include "teams.h"
#include <math.h>

enum { N = 13 };

static double prefix_sums(const double *x, int n)
{
    double s = 0, y[N], r = 0;
#pragma omp parallel for reduction(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
#pragma omp scan inclusive(s)
        y[i] = s;
    }
    for (int i = 0; i < n; i++)
        r += y[i] * y[i];
    return r;
}

static double locks(const double *x, int n)
{
    double s = 1, t = 1;
    omp_lock_t first, second;
    omp_init_lock(&first);
    omp_init_lock(&second);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        omp_set_lock(&first);
        s *= 1 + 0.1 * x[i];
        omp_set_lock(&second);
        omp_unset_lock(&first);
        t *= 1.5 + sin(x[i]);
        omp_unset_lock(&second);
        omp_set_lock(&second);
        t *= 1 + 0.1 * x[i];
        omp_unset_lock(&second);
    }
    omp_destroy_lock(&first);
    omp_destroy_lock(&second);
    return s * t;
}

static double vectors(const double *x, int n)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

static double cancellable(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
#pragma omp cancellation point for
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 13);
    FOR_TEAMS(ORACLE_GRADIENT(prefix_sums, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(locks, x, N));
    ORACLE_GRADIENT(vectors, x, N);
    FOR_TEAMS(ORACLE_GRADIENT(cancellable, x, N));
    return oracle_result();
}
