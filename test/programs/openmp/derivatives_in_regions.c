/* Derivative calls by the threads of a region, of functions that have regions themselves: the
 * threads that go back over a region need not be those that ran it. */
#include "teams.h"
#include <math.h>

enum { N = 7, CALLS = 50, TIMES = 20 };

static double pairs(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(3)
    for (int i = 0; i < n; i++)
        s += sin(x[i]) * x[(i + 1) % n];
    return s * s;
}

static void check_pairs(const double *x, const double *dx)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += sin(x[i]) * x[(i + 1) % N];
    for (int i = 0; i < N; i++)
        CHECK(dx[i], 2 * s * (cos(x[i]) * x[(i + 1) % N] + sin(x[(i + N - 1) % N])));
}

static void many_at_once(void)
{
    static double x[CALLS][N], dx[CALLS][N];
    for (int i = 0; i < CALLS; i++)
        oracle_random(x[i], N, (unsigned)i);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < CALLS; i++)
        GRADIENT(pairs, x[i], dx[i], N);
    for (int i = 0; i < CALLS; i++)
        check_pairs(x[i], dx[i]);
}

static double sections_in_regions(const double *x, int n)
{
    double s = 1, t = 0;
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < n; i++) {
#pragma omp critical
        s *= 1 + 0.1 * x[i];
#pragma omp parallel for num_threads(2)
        for (int k = 0; k < 2; k++) {
#pragma omp critical(other)
            t += x[i] * x[k];
#pragma omp critical
            s *= 1 + 0.01 * x[k];
        }
    }
#pragma omp parallel num_threads(4)
    {
#pragma omp barrier
#pragma omp single
        t *= s;
#pragma omp barrier
    }
    return s * t;
}

int main(void)
{
    double x[N];
    allow_levels(3);
    for (int i = 0; i < TIMES; i++)
        many_at_once();
    oracle_random(x, N, 17);
    for (int i = 0; i < TIMES; i++)
        ORACLE_GRADIENT(sections_in_regions, x, N);
    return oracle_result();
}
