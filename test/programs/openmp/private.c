/* What threads have of their own. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>

enum { N = 14 };

static double by_value(const double *x, int n)
{
    double scale = x[0] * x[1], s = 0, y[N];
    float shift = (float)(x[2] * 0 + 0.5);
    int offset = 2;
#pragma omp parallel for firstprivate(scale, shift, offset)
    for (int i = 0; i < n; i++)
        y[i] = scale * x[(i + offset) % n] + shift;
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double by_value_float(const double *x, int n)
{
    float scale = (float)x[0];
    double y[N], s = 0;
#pragma omp parallel for firstprivate(scale)
    for (int i = 0; i < n; i++)
        y[i] = scale * (double)i;
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}

static double arrays(const double *x, int n)
{
    double work[4], y[N], s = 0;
    for (int k = 0; k < 4; k++)
        work[k] = x[k];
#pragma omp parallel for firstprivate(work)
    for (int i = 0; i < n; i++) {
        double own[4];
        for (int k = 0; k < 4; k++)
            own[k] = work[k] * x[i];
        y[i] = own[i % 4] * own[(i + 1) % 4];
    }
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}

static double last(const double *x, int n)
{
    double v = 0;
    int at = 0;
#pragma omp parallel for lastprivate(v, at)
    for (int i = 0; i < n; i++) {
        v = x[i] * x[(i + 3) % n];
        at = i;
    }
    return v * v + at;
}

static double last_chunk(const double *x, int n)
{
    double v = 0;
#pragma omp parallel for lastprivate(v) schedule(static, 3)
    for (int i = 0; i < n; i++)
        v = sin(x[i]);
    return v;
}

static double heap(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
    {
        double *own = malloc((size_t)n * sizeof *own);
        for (int i = 0; i < n; i++)
            own[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = own[i] * own[(i + 1) % n];
        free(own);
    }
    for (int i = 0; i < n; i++)
        s += y[i];
    return s;
}

static double carried(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < n; i++) {
        double v = x[i];
        for (int k = 0; k < 3 + i % 3; k++)
            v = v * v * 0.5 + x[k];
        y[i] = v;
    }
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double newton(double a)
{
    double r = 1 + a;
    while (fabs(r * r - (2 + a)) > 1e-13)
        r = 0.5 * (r + (2 + a) / r);
    return r;
}

static double calls(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic)
    for (int i = 0; i < n; i++)
        s += newton(x[i] * x[i]) * x[0];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 9);
    FOR_TEAMS(ORACLE_GRADIENT(by_value, x, N));
    FOR_TEAMS({
        double got[N];
        GRADIENT(by_value_float, x, got, N);
        CHECK_FLOAT(got[0], N * (N - 1) / 2);
    });
    FOR_TEAMS(ORACLE_GRADIENT(arrays, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(last, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(last_chunk, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(heap, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(carried, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(calls, x, N));
    return oracle_result();
}
