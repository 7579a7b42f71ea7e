/* M. R. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, Journal
 * of Research of the National Bureau of Standards 49 (1952). */
#include "cg.h"

#include <stdlib.h>

static void multiply(const struct matrix *a, const double *x, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < a->n; i++) {
        double sum = 0;
        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

void cg_solve(const struct matrix *a, const double *b, double *x, int steps)
{
    int n = a->n;
    double *rest = malloc((size_t)n * sizeof *rest), *way = malloc((size_t)n * sizeof *way),
           *image = malloc((size_t)n * sizeof *image);
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        rest[i] = way[i] = b[i];
    }
    double square = dot(rest, rest, n);
    for (int step = 0; step < steps && square > 0; step++) {
        multiply(a, way, image);
        double length = square / dot(way, image, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            x[i] += length * way[i];
            rest[i] -= length * image[i];
        }
        double next = dot(rest, rest, n), turn = next / square;
        square = next;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            way[i] = rest[i] + turn * way[i];
    }
    free(rest);
    free(way);
    free(image);
}
