/*
 * Lorenz 96: x_i' = (x_{i+1} - x_{i-2}) x_{i-1} - x_i + forcing_i on a ring,
 * integrated by the classical Runge-Kutta method; the value is half the square
 * of the final state.
 */
#ifndef BENCH_PRIMAL_LORENZ96_H
#define BENCH_PRIMAL_LORENZ96_H

#include "../variant.h"

enum { SITES = 40 };
#define LORENZ_STEP 0.0025

double VARIANT(lorenz96_value)(int steps, const double *RESTRICT initial,
                               const double *RESTRICT forcing);

#endif
