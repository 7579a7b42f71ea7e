/* Random programs with threads that start others and wait for them.
 *
 * A function gets four arrays of SPAN doubles. Its threads go through phases, between which they
 * meet: at barriers, at barriers made of a mutex and a condition variable, or by being joined, with
 * others started for the next phase. In a phase they have slices of one array, change another one,
 * or sums, while they hold a mutex, take turns by a condition variable, and use thread-local
 * variables and memory that they allocate. Nothing but the last bits depends on the order in which
 * they come: one thread that goes through the phases in place of all computes the same, and that is
 * compared, too. */
#ifndef FUZZ_THREADS_H
#define FUZZ_THREADS_H

#include <stdint.h>

/* Writes the program. */
void threads_write(uint64_t seed);

#endif
