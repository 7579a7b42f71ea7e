/* Random stencils over grids, in steps of time.
 *
 * A function gets four pointers to grids of two or three dimensions, which lie in one block of
 * memory, in part over each other, or in memory of its own. Rows may be as long as the loops, or
 * padded, or lie over each other. Its loops read neighbours in all dimensions, or gather through a
 * table of places, and steps overwrite what others have read. What it computes is compared as that
 * of any other program, by one direction, two directions, or in two calls. */
#ifndef FUZZ_GRIDS_H
#define FUZZ_GRIDS_H

#include <stdint.h>

/* Writes the program. */
void grids_write(uint64_t seed);

#endif
