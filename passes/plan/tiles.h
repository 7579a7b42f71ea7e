/* Tiles: memory of a block of threads that each iteration of a loop fills anew. */
#ifndef ENZCC_PLAN_TILES_H
#define ENZCC_PLAN_TILES_H
#include "plan/plan.h"

/* The object is such memory of loop l: what an iteration reads of it, this iteration has written,
 * or none writes it. So iterations can run again in any order. Nobody looks at it behind a
 * derivative. */
bool plan_is_tile(const struct plan *p, unsigned l, LLVMValueRef object);

#endif
