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
