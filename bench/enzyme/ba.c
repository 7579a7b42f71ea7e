/*
 * Derivatives of bundle adjustment by automatic differentiation.
 */
#include "../primal/ba.h"

#include "../suite.h"

#include <string.h>

extern int enzyme_dup, enzyme_dupnoneed, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

extern double __enzyme_autodiff_double(void *, ...);

void VARIANT(ba_enzyme)(const void *problem, double *gradient)
{
    const struct ba *b = problem;
    double *d_point = gradient + CAMERA * b->cameras;
    double *d_weight = d_point + 3 * b->points;

    memset(gradient, 0, ba_size(b) * sizeof *gradient);
    __enzyme_autodiff((void *)VARIANT(ba_objective),
                      enzyme_const, b->observations, enzyme_const, b->camera_of,
                      enzyme_const, b->point_of, enzyme_dup, b->camera, gradient,
                      enzyme_dup, b->point, d_point,
                      enzyme_dup, b->weight, d_weight,
                      enzyme_const, b->observed);
}

/* One reverse sweep per row of the block of an observation. */
void VARIANT(ba_jacobian_enzyme)(const void *problem, double *jacobian)
{
    const struct ba *b = problem;

    memset(jacobian, 0, ba_jacobian_size(b) * sizeof *jacobian);
    for (int i = 0; i < b->observations; i++) {
        double *row = jacobian + (2 * BLOCK + 1) * i;
        for (int j = 0; j < 2; j++, row += BLOCK) {
            double error[2], seed[2] = {j == 0, j == 1};
            __enzyme_autodiff((void *)VARIANT(ba_reprojection_error),
                              enzyme_dup, &b->camera[CAMERA * b->camera_of[i]],
                              row,
                              enzyme_dup, &b->point[3 * b->point_of[i]],
                              row + CAMERA,
                              enzyme_dup, &b->weight[i], row + CAMERA + 3,
                              enzyme_const, &b->observed[2 * i],
                              enzyme_dupnoneed, error, seed);
        }
        *row = __enzyme_autodiff_double((void *)VARIANT(ba_weight_error),
                                        b->weight[i]);
    }
}
