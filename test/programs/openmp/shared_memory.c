/* Memory that several threads read: their adjoints meet in one place. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>

enum { N = 19 };

static void stencil(const double *x, int n, double *y, int m)
{
    y[0] = y[m - 1] = 0;
#pragma omp parallel for
    for (int i = 1; i < m - 1; i++)
        y[i] = (x[i - 1] - 2 * x[i] + x[i + 1]) * x[i];
}

static double one_for_all(const double *x, int n)
{
    double y[N], s = 0, scale = x[0] * x[1];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = scale * x[i] + x[2] * scale;
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double indirect(const double *x, int n)
{
    int at[N];
    double y[N], s = 0;
    for (int i = 0; i < n; i++)
        at[i] = i * i % 5;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[at[i]] * x[i];
    for (int i = 0; i < n; i++)
        s += y[i] * i;
    return s;
}

static double scattered(const double *x, int n)
{
    double bins[5] = {0}, s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp atomic
        bins[i % 5] += v * x[0];
#pragma omp atomic update
        bins[(i + 1) % 5] -= v;
    }
    for (int k = 0; k < 5; k++)
        s += bins[k] * bins[k];
    return s;
}

static double products(const double *x, int n)
{
    double *y = malloc((size_t)(n * n) * sizeof *y), s = 0;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            y[i * n + k] = x[i] * x[k];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n * n; i++)
        s += sin(y[i]);
    free(y);
    return s;
}

static double in_place(const double *x, int n)
{
    double y[N], s = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = y[i] * y[i] + x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] *= x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}

static double in_steps(const double *x, int n)
{
    double a[N], b[N], *from = a, *to = b, s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i], b[i] = 0;
    for (int step = 0; step < 5; step++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            to[i] = from[i] + 0.1 * (from[i - 1] - 2 * from[i] + from[i + 1]) * from[i];
        double *other = from;
        from = to, to = other;
    }
    for (int i = 0; i < n; i++)
        s += from[i] * from[i];
    return s;
}

static double in_one_region(const double *x, int n)
{
    double a[N], b[N], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i], b[i] = x[i];
#pragma omp parallel
    for (int step = 0; step < 4; step++) {
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i] + 0.1 * (a[i - 1] - a[i] * a[i + 1]);
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i] + 0.1 * b[i - 1] * b[i + 1];
    }
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}

static float table[8];

static double through_globals(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 8; k++)
        table[k] = (float)(x[k] * x[k]);
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += table[i % 8] * x[i];
    return s;
}

int main(void)
{
    double x[N], y[N];
    oracle_random(x, N, 5);
    oracle_random(y, N, 6);
    FOR_TEAMS(ORACLE_MAP(stencil, x, N, y, N));
    FOR_TEAMS(ORACLE_GRADIENT(one_for_all, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(indirect, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(scattered, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(products, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_place, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_steps, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_one_region, x, N));
    double got[N];
    FOR_TEAMS({
        GRADIENT(through_globals, x, got, N);
        double rest = 0;
        for (int i = 8; i < N; i += 8)
            rest += x[i];
        CHECK_FLOAT(got[0], 2 * x[0] * (x[0] + rest) + x[0] * x[0]);
    });
    return oracle_result();
}
