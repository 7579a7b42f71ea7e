/*
 * Problems without verified values: vectors made by a generator.
 *
 * verify has nothing to compare; the hand-written gradients of these families
 * are checked by finite differences.
 */
#ifndef BENCH_UNVERIFIED_H
#define BENCH_UNVERIFIED_H

#include <stddef.h>

/* sizes are the numbers in the argument of the case; parameters are count
 * numbers in the layout the family documents. */
struct synthetic {
    int sizes[2];
    size_t count;
    double *parameters;
};

#endif
