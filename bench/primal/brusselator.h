/*
 * Brusselator, two reacting species with four rates:
 *     x' = r0 - (r1 + r2) x + r3 x^2 y,    y' = r1 x - r3 x^2 y,
 * integrated by the classical Runge-Kutta method; the value is half the square
 * of the final state. Many cheap steps with a tiny state.
 */
#ifndef BENCH_PRIMAL_BRUSSELATOR_H
#define BENCH_PRIMAL_BRUSSELATOR_H

#include "../variant.h"

#define BRUSSELATOR_STEP 1e-4

double VARIANT(brusselator_value)(int steps, const double *RESTRICT initial,
                                  const double *RESTRICT rate);

#endif
