/* Random nests of loops over pointers that overlap.
 *
 * A function gets four pointers to SPAN doubles each. They lie in one block of memory: apart, side
 * by side, in part over each other, or all at one place. Its loops read and write through them,
 * with bounds, counters, strides and subscripts of every kind. What it computes is compared as that
 * of any other program, for all numbers of the block. */
#ifndef FUZZ_NESTS_H
#define FUZZ_NESTS_H

#include <stdint.h>

/* Writes the program. */
void nests_write(uint64_t seed);

#endif
