/* Leagues of teams on the host: `teams`, `distribute` and what is made of them. */
#include "teams.h"
#include <math.h>

enum { N = 18, TEAMS_MOST = 4 };

static double combined(const double *x, int n)
{
    double s = 0;
#pragma omp teams distribute parallel for reduction(+ : s) num_teams(2) thread_limit(2)
    for (int i = 0; i < n; i++)
        s += x[i] * sin(x[i]);
    return s * s;
}

static double apart(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp teams num_teams(3) shared(y)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
#pragma omp teams loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += y[i] * x[i];
#pragma omp teams distribute simd dist_schedule(static, 2) num_teams(TEAMS_MOST) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

/* Each team has regions of its own, with barriers, and adds to what is everybody's. */
static double regions(const double *x, int n)
{
    double part[TEAMS_MOST] = {0}, product = 1, factor = x[0] * x[1];
#pragma omp teams num_teams(TEAMS_MOST) thread_limit(3) firstprivate(factor)
    {
        int team = omp_get_team_num(), teams = omp_get_num_teams();
        double y[N], own = 0;
        factor *= 1 + team;
#pragma omp parallel num_threads(1 + team % 3) reduction(+ : own)
        {
#pragma omp for
            for (int i = 0; i < n; i++)
                y[i] = x[i] * factor;
#pragma omp for
            for (int i = team; i < n; i += teams)
                own += y[i] * y[n - 1 - i];
        }
        part[team] = own;
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 3; i++)
#pragma omp critical
            product *= 1 + 0.01 * own * x[i];
    }
    for (int t = 0; t < TEAMS_MOST; t++)
        product += part[t] * part[t];
    return product;
}

static double collapsed(const double *x, int n)
{
    double s = 0, last = 0;
#pragma omp teams distribute parallel for collapse(2) num_teams(2) reduction(+ : s)                \
    dist_schedule(static, 4) schedule(dynamic, 1)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++)
            s += x[i] * x[j] * x[n - 1 - i * j];
#pragma omp teams distribute lastprivate(last) num_teams(3)
    for (int i = 0; i < n; i++)
        last = x[i] * x[i];
    return s * last;
}

/* In a loop, with values that the next league needs. */
static double steps(const double *x, int n)
{
    double a[N], b[N], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int step = 0; step < 3; step++) {
#pragma omp teams distribute parallel for num_teams(2)
        for (int i = 0; i < n; i++)
            b[i] = a[i] * a[(i + 1) % n] + 0.5 * a[i];
#pragma omp teams distribute parallel for num_teams(1 + step)
        for (int i = 0; i < n; i++)
            a[i] = cos(b[i]) * b[(i + 2) % n];
    }
    for (int i = 0; i < n; i++)
        s += a[i] * x[i];
    return s;
}

#ifndef ORACLE_SPLIT /* which has no second derivatives */
/* A gradient that is differentiated again. */
static double gradient_along(const double *x, int n)
{
    double dx[N] = {0}, s = 0;
    GRADIENT(steps, x, dx, n);
    for (int i = 0; i < n; i++)
        s += dx[i] * (i + 1);
    return s;
}
#endif

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(combined, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(apart, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(regions, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(collapsed, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(steps, x, N));
#ifndef ORACLE_SPLIT
    ORACLE_GRADIENT(gradient_along, x, N);
#endif
    return oracle_result();
}
