/* Memory that a region frees, and others have made: shadows outlive the region's reverse sweep. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 9, ROW = 3 };

static double *squares(const double *x, int n)
{
    double *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = x[i] * x[i];
    return p;
}

static double in_single(const double *x, int n)
{
    double s = 0, *p = squares(x, n);
#pragma omp parallel
    {
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += p[i] * p[n - 1 - i];
#pragma omp single
        free(p);
    }
    return s;
}

static double rows(const double *x, int n)
{
    double s = 0, *row[N];
    for (int i = 0; i < n; i++)
        row[i] = squares(x, ROW);
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += row[i][i % ROW] * x[i];
        free(row[i]);
    }
    return s;
}

static double from_region_to_region(const double *x, int n)
{
    double s = 0, *row[N];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        row[i] = squares(x + i % (n - ROW), ROW);
#pragma omp parallel for reduction(+ : s) schedule(dynamic)
    for (int i = 0; i < n; i++)
        s += row[i][1] * row[(i + 1) % n][2];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        free(row[i]);
    return s;
}

static double by_other_threads(const double *x, int n)
{
    double s = 0, *row[N];
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < n; i++)
            row[i] = squares(x + i % (n - ROW), ROW);
#pragma omp for reduction(+ : s) schedule(static, 2)
        for (int i = 0; i < n; i++)
            s += sin(row[n - 1 - i][0]);
#pragma omp for schedule(static, 3)
        for (int i = 0; i < n; i++)
            free(row[i]);
    }
    return s;
}

static double reallocated(const double *x, int n)
{
    double s = 0, *p = squares(x, n);
#pragma omp parallel
    {
#pragma omp single
        {
            p = realloc(p, (size_t)(2 * n) * sizeof *p);
            for (int i = n; i < 2 * n; i++)
                p[i] = p[i - n] * x[0];
        }
#pragma omp for reduction(+ : s)
        for (int i = 0; i < 2 * n; i++)
            s += p[i] * i;
    }
    free(p);
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 19);
    FOR_TEAMS(ORACLE_GRADIENT(in_single, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(rows, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(from_region_to_region, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(by_other_threads, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(reallocated, x, N));
    return oracle_result();
}
