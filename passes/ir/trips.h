/* How often loops are expected to run: known trip counts, those of a profile, or a guess. Of two
 * ways to do the same the plan takes the one that these say is cheaper. */
#ifndef ENZCC_IR_TRIPS_H
#define ENZCC_IR_TRIPS_H
#include "ir/func.h"

/* Iterations of one execution of the loop, at least 1. */
unsigned trips_expected(const struct func *f, unsigned loop);
/* Iterations of the loop (NO_ID: 1) per call of the function; no more than UINT32_MAX. */
uint64_t trips_runs(const struct func *f, unsigned loop);
/* Both factors are below 2^32; no more than UINT32_MAX. */
uint64_t trips_times(uint64_t runs, uint64_t n);
#endif
