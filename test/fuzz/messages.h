/* Random programs that communicate by MPI.
 *
 * Each seed is a function of test/mpi/check.h. All processes run through the same statements, each
 * of which is a pattern of messages that is complete in itself: shifts round a communicator,
 * blocking or started, from known and from any sources, looked at first, persistent; collective
 * calls; types with gaps and with integers; communicators of parts of the processes; loops. What is
 * started is completed before the end of the loop that it is in, in any order and by any call. So
 * no program waits for ever, and none depends on the order in which messages arrive. */
#ifndef FUZZ_MESSAGES_H
#define FUZZ_MESSAGES_H

#include <stdint.h>

/* Writes a program with functions for `count` seeds. */
void messages_write(uint64_t seed, int count);

#endif
