/*
 * Derivatives of bundle adjustment by automatic differentiation.
 */
#include "../primal/ba.h"

#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_width;
extern void __enzyme_autodiff(void *, ...);

extern double __enzyme_autodiff_double(void *, ...);

void VARIANT(ba_enzyme)(const void *problem, double *gradient)
{
    const struct ba *b = problem;
    double *d_point = gradient + CAMERA * b->cameras;
    double *d_weight = d_point + 3 * b->points;

    memset(gradient, 0, ba_size(b) * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(ba_objective), enzyme_const, b->observations, enzyme_const,
                      b->camera_of, enzyme_const, b->point_of, enzyme_dup, b->camera, gradient,
                      enzyme_dup, b->point, d_point, enzyme_dup, b->weight, d_weight, enzyme_const,
                      b->observed);
}

/* One reverse sweep of width two: both rows of the block of an observation. */
void VARIANT(ba_jacobian_enzyme)(const void *problem, double *jacobian)
{
    const struct ba *b = problem;

    memset(jacobian, 0, ba_jacobian_size(b) * sizeof *jacobian);
    for (int i = 0; i < b->observations; i++) {
        double *row = jacobian + (2 * BLOCK + 1) * i, *next = row + BLOCK;
        double error[2], seed[2] = {1, 0}, next_seed[2] = {0, 1};

        __enzyme_autodiff((void *)VARIANT(ba_reprojection_error), enzyme_width, 2, enzyme_dup,
                          &b->camera[CAMERA * b->camera_of[i]], row, next, enzyme_dup,
                          &b->point[3 * b->point_of[i]], row + CAMERA, next + CAMERA, enzyme_dup,
                          &b->weight[i], row + CAMERA + 3, next + CAMERA + 3, enzyme_const,
                          &b->observed[2 * i], enzyme_dupnoneed, error, seed, next_seed);
        row[2 * BLOCK] = __enzyme_autodiff_double((void *)VARIANT(ba_weight_error), b->weight[i]);
    }
}
