/*
 * Reproducible pseudo-random input.
 */
#ifndef BENCH_SYNTHETIC_H
#define BENCH_SYNTHETIC_H

#include <stddef.h>

/* An array of count numbers, uniform in [-scale, scale]; NULL if there is no
 * memory. Equal seeds give equal numbers. */
double *synthetic_numbers(size_t count, double scale, unsigned long seed);

#endif
