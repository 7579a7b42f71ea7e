/*
 * What the compiler said about the derivatives of a benchmark (facts.awk).
 */
#ifndef BENCH_FACTS_H
#define BENCH_FACTS_H

#include <stdbool.h>

enum { FACTS_TEXT = 48 };

struct facts {
    char schedule[FACTS_TEXT];   /* how its loops are reversed: "store 3, fuse 1" */
    char vectorised[FACTS_TEXT]; /* innermost loops of the reverse sweep: "2/3" are vectorised */
};

/* The line of `derivative` in a file; false and two empty texts if there is none. */
bool facts_find(const char *file, const char *derivative, struct facts *facts);

#endif
