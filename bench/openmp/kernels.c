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

/* Cells of an unstructured mesh take numbers from their corners, and scatter what they calculate
 * to the same; each has a coefficient of its own. */
KERNEL(mesh)
{
    const double *k = x + s->nodes;
#pragma omp parallel for
    for (int i = 0; i < s->nodes; i++)
        y[i] = 0.0;
#pragma omp parallel for
    for (int c = 0; c < s->cells; c++) {
        const int *corner = s->corner + 3 * c;
        double mean = (x[corner[0]] + x[corner[1]] + x[corner[2]]) / 3.0;
        for (int j = 0; j < 3; j++) {
            double flow = k[c] * mean * (mean - x[corner[j]]);
#pragma omp atomic
            y[corner[j]] += flow;
        }
    }
}

/* The forces on particles in space, by those near them. */
KERNEL(particles)
{
#pragma omp parallel for
    for (int i = 0; i < s->particles; i++) {
        double force[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < NEAR; k++) {
            const double *other = x + 3 * s->near[i * NEAR + k];
            double way[3], square = 0.5;
            for (int j = 0; j < 3; j++) {
                way[j] = x[3 * i + j] - other[j];
                square += way[j] * way[j];
            }
            double a = 1.0 / (square * square * square);
            for (int j = 0; j < 3; j++)
                force[j] += (a * a - a) * way[j];
        }
        for (int j = 0; j < 3; j++)
            y[3 * i + j] = force[j];
    }
}

/* ---- conjugate gradients --------------------------------------------------------------------- */

static double scalar_product(const double *a, const double *b, int n)
{
    double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A Laplacian with coefficients k on m times m cells. */
static void multiply(const double *k, const double *p, double *q, int m)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int at = i * m + j;
            double sum = p[at];
            if (i > 0)
                sum += (k[at] + k[at - m]) * (p[at] - p[at - m]);
            if (i < m - 1)
                sum += (k[at] + k[at + m]) * (p[at] - p[at + m]);
            if (j > 0)
                sum += (k[at] + k[at - 1]) * (p[at] - p[at - 1]);
            if (j < m - 1)
                sum += (k[at] + k[at + 1]) * (p[at] - p[at + 1]);
            q[at] = sum;
        }
}

/* The solution for coefficients and a right side, and behind it what the iteration needs. */
KERNEL(cg)
{
    enum { ITERATIONS = 6 };
    int m = s->side / 2, n = m * m;
    const double *b = x + n;
    double *r = y + n, *p = r + n, *q = p + n;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        r[i] = p[i] = b[i];
    }
    double square = scalar_product(r, r, n);
    for (int t = 0; t < ITERATIONS; t++) {
        multiply(x, p, q, m);
        double length = square / scalar_product(p, q, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            y[i] += length * p[i];
            r[i] -= length * q[i];
        }
        double next = scalar_product(r, r, n), turn = next / square;
        square = next;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = r[i] + turn * p[i];
    }
}
