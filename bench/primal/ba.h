/*
 * Bundle adjustment; see examples/ba for the layout of the arguments.
 */
#ifndef BENCH_PRIMAL_BA_H
#define BENCH_PRIMAL_BA_H

#include "../problems/ba.h"
#include "../variant.h"

void VARIANT(ba_reprojection_error)(const double *RESTRICT camera, const double *RESTRICT point,
                                    const double *RESTRICT weight, const double *RESTRICT observed,
                                    double *RESTRICT error);

double VARIANT(ba_weight_error)(double weight);

/* Half the sum of the squares of all errors. */
double VARIANT(ba_objective)(int observations, const int *RESTRICT camera_of,
                             const int *RESTRICT point_of, const double *RESTRICT cameras,
                             const double *RESTRICT points, const double *RESTRICT weights,
                             const double *RESTRICT observed);

#endif
