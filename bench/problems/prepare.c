/*
 * Input of the kernels: well-conditioned matrices, positive fields, sparsity patterns.
 */
#include "prepare.h"

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
