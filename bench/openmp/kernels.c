/* See kernels.h. Compiled with -fopenmp, and without. */
#include "kernels.h"

#include <math.h>

#ifdef _OPENMP
#define KERNEL(name) void team_##name(const double *x, double *y, const struct shape *s)
#else
#define KERNEL(name) void alone_##name(const double *x, double *y, const struct shape *s)
#endif

/* Each element of x is read once. */
KERNEL(own)
{
    int n = s->n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * 0.5 + x[i];
}

/* Two arrays, one behind the other. */
KERNEL(pair)
{
    int n = s->n / 2;
    const double *v = x + n;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * v[i] + x[i];
}

KERNEL(stencil_1d)
{
    int n = s->n;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] * x[i + 1] + 0.5 * x[i] * x[i];
}

KERNEL(stencil_dynamic)
{
    int n = s->n;
#pragma omp parallel for schedule(dynamic, 4096)
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] * x[i + 1] + 0.5 * x[i] * x[i];
}

KERNEL(stencil_2d)
{
    int m = s->side;
#pragma omp parallel for
    for (int i = 1; i < m - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            double c = x[i * m + j];
            y[i * m + j] = c + c * (x[(i - 1) * m + j] + x[(i + 1) * m + j] + x[i * m + j - 1] +
                                    x[i * m + j + 1] - 4.0 * c);
        }
}

/* Each row is read by one iteration. */
KERNEL(rows)
{
    int m = s->side;
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        double sum = 0.0;
        for (int j = 0; j < m; j++)
            sum += x[i * m + j] * x[i * m + j];
        y[i] = sqrt(sum);
    }
}

/* Two loops in a region. */
KERNEL(steps)
{
    int n = s->n / 2;
    double *z = y + n;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            z[i] = 0.25 * (x[i - 1] + 2.0 * x[i] + x[i + 1]);
#pragma omp for
        for (int i = 2; i < n - 2; i++)
            y[i] = z[i] * (z[i - 1] + z[i + 1]);
    }
}

KERNEL(dot)
{
    int n = s->n / 2;
    const double *v = x + n;
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * v[i];
    y[0] = sum;
}

KERNEL(logistic)
{
    int n = s->n / 16;
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += log(1.0 + exp(-x[i]));
    y[0] = sum;
}

/* The vector is read by all rows. */
KERNEL(sparse)
{
    int m = s->side;
    const double *a = x + m;
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        double sum = 0.0;
        for (int k = s->row[i]; k < s->row[i + 1]; k++)
            sum += a[k] * x[s->column[k]];
        y[i] = sum;
    }
}

/* A linear model of all points: its eight parameters, the first elements of x, are read by all
 * threads. */
KERNEL(model)
{
    enum { PARAMETERS = 8 };
    int points = s->n / PARAMETERS - 1;
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < points; i++) {
        const double *v = x + (i + 1) * PARAMETERS;
        double z = 0.0;
        for (int j = 0; j < PARAMETERS; j++)
            z += x[j] * v[j];
        sum += z * z;
    }
    y[0] = sum;
}
