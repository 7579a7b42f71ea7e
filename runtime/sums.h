/* Sums that a thread keeps to itself of what it adds to memory that other threads may add to, too.
 *
 * An atomic addition takes as long as twenty plain ones, and longer where threads add to the same
 * place. Derivatives of what threads share keep what they add in lines of 64 bytes, each for one
 * line of memory, as a cache does: which line is where, the address says. What a line has is added
 * to the memory when another one needs its place, and when the derivative says so: where other
 * threads could look at the memory (passes/plan/sums.c). That is done under the lock of the line of
 * memory (lines.h); elements of which there is no sum are not touched, others may store there.
 *
 * Emitted code (passes/emit/sums.c) finds lines by itself.
 *
 * With -fenz-deterministic a thread keeps all its sums until the whole team adds them to memory
 * (team.c): a line that another one needs the place of goes into a table, from which it comes back
 * (sums_in_order.c). Where the address lies decides nothing: each element has one sum, to which the
 * thread adds in the order of its program. */
#ifndef ENZ_SUMS_H
#define ENZ_SUMS_H

#include "lines.h"

#include <stdint.h>

enum { ENZ_SUMS_LINES = 1024, ENZ_SUMS_BYTES = ENZ_LINE * ENZ_SUMS_LINES };

/* Lines that have no place, in the order in which they lost it. */
struct enz_sums_line {
    _Alignas(ENZ_LINE) unsigned char sums[ENZ_LINE];
};
struct enz_sums_table {
    struct enz_sums_line *sums; /* `count` of them, */
    uint64_t *lines;            /* and what they are for; there is room for `room` */
    uint32_t *slots;            /* twice as many: number + 1 of a line that is found there, or 0 */
    uint32_t count, room;
};

struct enz_rt_sums {
    /* Where address & (ENZ_SUMS_BYTES - 1) is: the sum for that address, if its line is there. */
    _Alignas(ENZ_LINE) unsigned char sums[ENZ_SUMS_BYTES];
    /* Per line what it is for: twice the address / ENZ_LINE, and 1 more for sums of `float`
     * rather than `double`; 0 for nothing yet. */
    uint64_t lines[ENZ_SUMS_LINES];
    uint16_t used[ENZ_SUMS_LINES]; /* the lines that are for something, */
    uint32_t count;                /* and how many */
    struct enz_sums_table table;
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

/* ---- -fenz-deterministic ---- */

/* As enz_rt_sums_begin, but what was in the place stays a sum, as does what the line had. */
void enz_rt_sums_move(struct enz_rt_sums *sums, uint64_t line);
/* 1: the thread has the line, which has got its place; 0: it has not. */
int32_t enz_rt_sums_find(struct enz_rt_sums *sums, uint64_t line);
/* What this thread has for these bytes is added to the memory, which is its own now. */
void enz_rt_sums_settle(struct enz_rt_sums *sums, void *start, uint64_t bytes);
/* *to += amount, in the sums; *from, taken out of them. An address that is not aligned ends the
 * program. */
void enz_rt_sums_keep_float(float *to, float amount);
void enz_rt_sums_keep_double(double *to, double amount);
float enz_rt_sums_take_float(float *from);
double enz_rt_sums_take_double(double *from);
/* All sums go into the table; those of part `part` of `parts` of all memory are added to it; the
 * table is empty. The latter two are for threads that do nothing else meanwhile. */
void enz_sums_gather(struct enz_rt_sums *sums);
void enz_sums_add_part(struct enz_rt_sums *sums, unsigned part, unsigned parts);
void enz_sums_forget(struct enz_rt_sums *sums);
void enz_sums_free_table(struct enz_rt_sums *sums);

#endif
