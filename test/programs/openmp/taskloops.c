/* Loops that are made of tasks: sizes and numbers of tasks, steps, firstprivate and lastprivate,
 * loops in loops, without a group, and at once. */
#include "teams.h"
#include <math.h>

enum { N = 13 };

static double plain(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1);
    return s;
}

static double sizes(const double *x, int n)
{
    double y[N] = {0}, z[N] = {0}, s = 0, factor = x[0];
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(4) firstprivate(factor)
        for (int i = n - 1; i >= 0; i -= 2) {
            factor *= 1.5;
            y[i] = x[i] * x[i] + x[i] * x[0];
        }
#pragma omp taskloop num_tasks(3) nogroup
        for (unsigned i = 0; i < (unsigned)n; i++)
            z[i] = sin(x[i]) * y[n - 1 - (int)i];
#pragma omp taskwait
#pragma omp taskloop grainsize(100) if (n < 5)
        for (long i = 1; i < n; i += 3)
            z[i] *= factor;
    }
    for (int i = 0; i < n; i++)
        s += y[i] * z[i];
    return s;
}

static double lasts(const double *x, int n)
{
    double last = 0, before = x[1];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop lastprivate(last) firstprivate(before) num_tasks(4)
    for (int i = 0; i < n; i++)
        last = x[i] * x[i] * before;
    return last * last;
}

static double nested(const double *x, int n)
{
    double a[4][4], s = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 4; i++) {
#pragma omp taskloop grainsize(2) shared(a)
        for (int j = 0; j < 4; j++)
            a[i][j] = x[i] * x[(i + j) % n];
        for (int j = 0; j < 4; j++)
            a[i][j] *= a[i][3 - j];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            s += a[i][j] * x[j];
    return s;
}

static double collapsed(const double *x, int n)
{
    double a[3][4], s = 0;
#pragma omp parallel master
#pragma omp taskloop simd collapse(2)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = exp(x[i] * x[j]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            s += a[i][j] * x[n - 1 - j];
    return s;
}

/* No iteration, and one. */
static double short_loops(const double *x, int n)
{
    double p = x[0];
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (int i = n; i < n; i++)
            p *= x[i];
#pragma omp taskloop
        for (int i = n - 1; i < n; i++)
            p *= x[i];
    }
    return p;
}

static double alone(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp taskloop shared(y)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 11);
    FOR_TEAMS(ORACLE_GRADIENT(plain, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sizes, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(lasts, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(nested, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(collapsed, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(short_loops, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(alone, x, N));
    return oracle_result();
}
