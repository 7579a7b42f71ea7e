/* Sums that a thread keeps to itself of what it adds to memory that other threads may add to, too.
 *
 * An atomic addition takes as long as twenty plain ones, and longer where threads add to the same
 * place. Derivatives of what threads share keep what they add in lines of 64 bytes, each for one
 * line of memory, as a cache does: which line is where, the address says. What a line has is added
 * to the memory when another one needs its place, and when the derivative says so: where other
 * threads could look at the memory (passes/plan/sums.c). That is done under the lock of the line of
 * memory (lines.h); elements of which there is no sum are not touched, others may store there.
 *
 * Emitted code (passes/emit/sums.c) finds lines by itself. */
#ifndef ENZ_SUMS_H
#define ENZ_SUMS_H

#include "lines.h"

#include <stdint.h>

enum { ENZ_SUMS_LINES = 1024, ENZ_SUMS_BYTES = ENZ_LINE * ENZ_SUMS_LINES };

struct enz_rt_sums {
    /* Where address & (ENZ_SUMS_BYTES - 1) is: the sum for that address, if its line is there. */
    _Alignas(ENZ_LINE) unsigned char sums[ENZ_SUMS_BYTES];
    /* Per line what it is for: twice the address / ENZ_LINE, and 1 more for sums of `float`
     * rather than `double`; 0 for nothing yet. */
    uint64_t lines[ENZ_SUMS_LINES];
    uint16_t used[ENZ_SUMS_LINES]; /* the lines that are for something, */
    uint32_t count;                /* and how many */
};

/* The calling thread's, which has no sums. It goes when the thread ends. Out of memory ends the
 * program. */
struct enz_rt_sums *enz_rt_sums(void);
/* From now on the line of that place is for `line`, a value of `lines`, and its sums are zero. */
void enz_rt_sums_begin(struct enz_rt_sums *sums, uint64_t line);
/* Adds all sums to the memory that they are for. */
void enz_rt_sums_add(struct enz_rt_sums *sums);
/* The thread ends. */
void enz_sums_end(void);

#endif
