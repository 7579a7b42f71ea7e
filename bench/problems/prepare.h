/*
 * What kernels need of their input beyond random numbers.
 */
#ifndef BENCH_PREPARE_H
#define BENCH_PREPARE_H

#include "../kernels.h"

/* Changes parameters, constants and index arrays of a problem that has random numbers in [-1, 1]
 * everywhere and zeros in index arrays. */
typedef void kernel_prepare_fn(struct kernel_problem *p);

kernel_prepare_fn prepare_nothing, prepare_small_triangle, prepare_dominant, prepare_decaying,
    prepare_tridiagonal, prepare_diffusion, prepare_alternating, prepare_water, prepare_lattice,
    prepare_scattered, prepare_laplacian, prepare_roots, prepare_labels, prepare_layers,
    prepare_masses, prepare_market, prepare_rates;

#endif
