/* Random programs with parallel regions of OpenMP.
 *
 * A function gets four arrays of SPAN doubles. Its regions have loops with every schedule,
 * reductions, atomic operations, critical sections, ordered loops, sections, single constructs,
 * private variables of all kinds, threadprivate ones, and tasks that add up. No two threads access
 * one number without an order, and nothing but the last bits depends on the order in which threads
 * come. Without its pragmas the function computes the same, and that is compared, too. */
#ifndef FUZZ_OPENMP_H
#define FUZZ_OPENMP_H

#include <stdint.h>

/* Writes the program. */
void openmp_write(uint64_t seed);

#endif
