/*
 * Input of the kernels: well-conditioned matrices, positive fields, sparsity patterns.
 */
#include "prepare.h"

#include <math.h>

void prepare_nothing(struct kernel_problem *p)
{
    (void)p;
}

/* The first variable of array k. */
static double *values(struct kernel_problem *p, int k)
{
    return p->role[k] == ROLE_CONST ? p->array[k] : p->parameters + p->offset[k];
}

static void scale(struct kernel_problem *p, int k, double by, double offset)
{
    double *v = values(p, k);

    for (size_t i = 0; i < p->length[k]; i++)
        v[i] = by * v[i] + offset;
}

void prepare_small_triangle(struct kernel_problem *p)
{
    scale(p, 0, 1.0 / p->size[0], 0.0);
}

/* Array 0 is a square matrix; its diagonal dominates. */
void prepare_dominant(struct kernel_problem *p)
{
    int n = p->size[0];
    double *a = values(p, 0);

    scale(p, 0, 2.0 / n, 0.0);
    for (int i = 0; i < n; i++)
        a[i * n + i] = 3.0 + 0.5 * n * a[i * n + i];
}

void prepare_decaying(struct kernel_problem *p)
{
    double *r = values(p, 0);

    for (size_t i = 0; i < p->length[0]; i++)
        r[i] *= 0.3 / (double)(1 + i * i);
}

void prepare_tridiagonal(struct kernel_problem *p)
{
    scale(p, 1, 0.5, 3.0);
}

/* Array 0 holds conductivities, or squares of speeds. */
void prepare_diffusion(struct kernel_problem *p)
{
    scale(p, 0, 0.1, 0.2);
}

/* Arrays 0 and 1 are the factors of the matrix with -1/4, 3/2, -1/4 on its diagonals. */
void prepare_alternating(struct kernel_problem *p)
{
    double *upper = values(p, 0), *pivot = values(p, 1);

    upper[0] = 0.0;
    pivot[0] = 1.0;
    for (size_t j = 1; j < p->length[0]; j++) {
        pivot[j] = 1.5 - 0.25 * upper[j - 1];
        upper[j] = 0.25 / pivot[j];
    }
}

void prepare_water(struct kernel_problem *p)
{
    double *depth = values(p, 0);

    scale(p, 0, 0.1, 0.0);
    for (size_t i = 0; i < p->length[0] / 3; i++)
        depth[i] += 1.0;
}

/* Densities near those of a fluid at rest. */
void prepare_lattice(struct kernel_problem *p)
{
    double *f = values(p, 1);
    size_t count = p->length[1] / 9;

    scale(p, 0, 0.1, 1.0);
    scale(p, 1, 0.1, 1.0);
    for (size_t i = 0; i < p->length[1]; i++)
        f[i] *= i < count ? 4.0 / 9.0 : i < 5 * count ? 1.0 / 9.0 : 1.0 / 36.0;
}

/* Rows of array 0 have m entries, at columns that look random. */
void prepare_scattered(struct kernel_problem *p)
{
    unsigned n = (unsigned)p->size[0], m = (unsigned)p->size[1];

    for (unsigned i = 0; i <= n; i++)
        p->index[0][i] = (int)(i * m);
    for (unsigned k = 0; k < n * m; k++)
        p->index[1][k] = (int)(k * 2654435761u % n);
}

/* A symmetric matrix with five entries per row, those of a grid that is wound up. */
void prepare_laplacian(struct kernel_problem *p)
{
    int n = p->size[0], side = (int)sqrt(n), away[5] = {0, 1, n - 1, side, n - side};
    double *value = values(p, 0);

    for (int i = 0; i <= n; i++)
        p->index[0][i] = 5 * i;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 5; k++) {
            p->index[1][5 * i + k] = (i + away[k]) % n;
            value[5 * i + k] = k == 0 ? 4.5 : -1.0;
        }
}

/* Array 0 has the n-th roots of one, of which n is the first size. */
void prepare_roots(struct kernel_problem *p)
{
    double *root = values(p, 0), turn = 2.0 * acos(-1.0);

    for (size_t k = 0; k < p->length[0] / 2; k++) {
        root[2 * k] = cos(turn * (double)k / p->size[0]);
        root[2 * k + 1] = -sin(turn * (double)k / p->size[0]);
    }
}

/* A label from 0 to m - 1 for each row of array 0. */
void prepare_labels(struct kernel_problem *p)
{
    for (int i = 0; i < p->size[0]; i++)
        p->index[0][i] = (int)((unsigned)i * 2654435761u % (unsigned)p->size[1]);
    scale(p, 0, 3.0, 0.0);
}

/* Weights of layers of m units, which keep the size of what goes through. */
void prepare_layers(struct kernel_problem *p)
{
    scale(p, 2, sqrt(6.0 / p->size[1]), 0.0);
}

void prepare_masses(struct kernel_problem *p)
{
    scale(p, 0, 0.4, 0.6);
}

/* Price, interest, volatility and strike; sums of three numbers in [-1, 1] for normal ones. */
void prepare_market(struct kernel_problem *p)
{
    static const double market[4] = {100.0, 0.03, 0.2, 101.0};
    double *normal = values(p, 0);

    for (size_t i = 0; i + 2 < p->length[0]; i++)
        normal[i] += normal[i + 1] + normal[i + 2];
    for (int i = 0; i < 4; i++)
        values(p, 1)[i] = market[i];
}

void prepare_rates(struct kernel_problem *p)
{
    scale(p, 0, 0.1, 1.0);
    scale(p, 1, 0.2, 0.4);
}
