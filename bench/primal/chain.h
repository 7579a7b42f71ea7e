/*
 * Chains of matrix-vector products: v := A_l v for l = 0 .. depth - 1, starting
 * from x; the value is half the square of the final vector. In the tanh chain
 * every product is followed by an elementwise tanh.
 */
#ifndef BENCH_PRIMAL_CHAIN_H
#define BENCH_PRIMAL_CHAIN_H

#include "../variant.h"

double VARIANT(chain_value)(int depth, int n, const double *RESTRICT a, const double *RESTRICT x);
double VARIANT(tanh_chain_value)(int depth, int n, const double *RESTRICT a,
                                 const double *RESTRICT x);

#endif
