/*
 * Gaussian mixture model; see examples/gmm for the layout of the arguments.
 */
#ifndef BENCH_PRIMAL_GMM_H
#define BENCH_PRIMAL_GMM_H

#include "../variant.h"

#define GMM_PI 3.14159265359

double VARIANT(gmm_objective)(int d, int k, int n, const double *RESTRICT alphas,
                              const double *RESTRICT means, const double *RESTRICT icf,
                              const double *RESTRICT x, double gamma, int m);

#endif
