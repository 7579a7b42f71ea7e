/* Work-sharing loops: what they compute does not depend on the schedule. */
#include "teams.h"
#include <math.h>

enum { N = 23 };

static void even(const double *x, int n, double *y, int m)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        y[i] = x[i % n] * sin(x[i % n]);
}

static void chunked(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(static, 3)
    for (int i = 0; i < m; i++)
        y[i] = x[i % n] * x[i % n];
}

static void downwards(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(static)
    for (long i = m - 1; i >= 0; i -= 2) {
        y[i] = exp(x[i % n]);
        if (i > 0)
            y[i - 1] = x[(i - 1) % n];
    }
}

static void unsigned_counter(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(static, 2)
    for (unsigned long i = 0; i < (unsigned long)m; i += 3)
        for (unsigned long k = i; k < i + 3 && k < (unsigned long)m; k++)
            y[k] = x[k % (unsigned long)n] * (double)k;
}

static void dynamic(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < m; i++)
        y[i] = x[i % n] * x[(i + 1) % n];
}

static void guided(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(guided)
    for (long long i = 0; i < m; i++)
        y[i] = x[i % n] / (2 + x[(i + 1) % n]);
}

static void at_run_time(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(runtime)
    for (unsigned i = 0; i < (unsigned)m; i++)
        y[i] = cos(x[i % (unsigned)n]);
}

static void collapsed(const double *x, int n, double *y, int m)
{
    int rows = m / 4;
    for (int i = 0; i < m; i++)
        y[i] = 0;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < 4; k++)
            y[i * 4 + k] = x[i % n] * x[k % n];
}

static void two_loops(const double *x, int n, double *y, int m)
{
    double half[N];
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < m; i++)
            half[i] = 0.5 * x[i % n] * x[i % n];
#pragma omp for
        for (int i = 0; i < m; i++)
            y[i] = half[m - 1 - i] * half[i];
    }
}

static void not_waiting(const double *x, int n, double *y, int m)
{
    double part[N];
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < m; i++)
            part[i] = x[i % n] * x[i % n];
#pragma omp for schedule(static)
        for (int i = 0; i < m; i++)
            y[i] = part[i] * x[i % n];
    }
}

static void nothing_to_do(const double *x, int n, double *y, int m)
{
#pragma omp parallel for
    for (int i = m; i < n - N; i++)
        y[i % m] = 1;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 1; i++)
        y[i] = x[i] * x[i];
    for (int i = 1; i < m; i++)
        y[i] = 0;
}

int main(void)
{
    double x[N], y[N];
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    FOR_TEAMS(ORACLE_MAP(even, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(chunked, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(downwards, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(unsigned_counter, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(dynamic, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(guided, x, N, y, N));
    omp_set_schedule(omp_sched_dynamic, 3);
    FOR_TEAMS(ORACLE_MAP(at_run_time, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(collapsed, x, N, y, 20));
    FOR_TEAMS(ORACLE_MAP(two_loops, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(not_waiting, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(nothing_to_do, x, N, y, N));
    return oracle_result();
}
