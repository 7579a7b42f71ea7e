/* Regions: sizes of teams, regions in regions, work that is shared in functions. */
#include "teams.h"
#include <math.h>

enum { N = 12 };

static void square(const double *x, double *y, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

static double orphaned(const double *x, int n)
{
    double y[N], z[N], s = 0;
#pragma omp parallel
    {
        square(x, y, n);
        square(y, z, n);
    }
    for (int i = 0; i < n; i++)
        s += z[i];
    return s;
}

static double outside_of_regions(const double *x, int n)
{
    double y[N], s = 0;
    square(x, y, n);
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double wanted_size(const double *x, int n)
{
    double part[5] = {0}, s = 0;
#pragma omp parallel num_threads(5)
    {
        int t = omp_get_thread_num();
        for (int i = t; i < n; i += omp_get_num_threads())
            part[t] += x[i] * x[i];
        part[t] *= part[t];
    }
    for (int t = 0; t < 5; t++)
        s += part[t];
    return s;
}

static double perhaps(const double *x, int n, int together)
{
    double y[N], s = 0;
#pragma omp parallel for if (together)
    for (int i = 0; i < n; i++)
        y[i] = sin(x[i]) * x[0];
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double together(const double *x, int n)
{
    return perhaps(x, n, n > 5) * perhaps(x, n, n < 5);
}

static double nested(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++) {
        double row[4], sum = 0;
#pragma omp parallel for num_threads(2)
        for (int k = 0; k < 4; k++)
            row[k] = x[i] * x[k];
        for (int k = 0; k < 4; k++)
            sum += row[k] * row[k];
        y[i] = sum;
    }
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}

/* Into an array of the function around both regions. */
static void squares(const double *x, double *y, int n)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

static double into_outer(const double *x, int n)
{
    double y[2][N], s = 0;
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; k++)
        squares(x, y[k], n);
    for (int i = 0; i < n; i++)
        s += y[0][i] + y[1][i] * x[0];
    return s;
}

static double recursive(const double *x, int n)
{
    if (n == 1)
        return x[0] * x[0];
    double half[2];
#pragma omp parallel for
    for (int k = 0; k < 2; k++)
        half[k] = recursive(x + k * (n / 2), k ? n - n / 2 : n / 2);
    return half[0] + half[1] + half[0] * half[1] * 0.1;
}

static double in_loop(const double *x, int n)
{
    double s = 0;
    for (int step = 0; step < 3; step++) {
        double sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += x[i] * cos(s + x[i]);
        s = sum / n;
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 11);
    FOR_TEAMS(ORACLE_GRADIENT(orphaned, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(outside_of_regions, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(wanted_size, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(together, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(nested, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(into_outer, x, N));
    allow_levels(3);
    FOR_TEAMS(ORACLE_GRADIENT(nested, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(into_outer, x, N));
    omp_set_max_active_levels(1);
    FOR_TEAMS(ORACLE_GRADIENT(recursive, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_loop, x, N));
    return oracle_result();
}
