/* The cheapest set of values to keep: a minimum cut.
 *
 * Given is what adjoint code demands. Everything else is a means to compute that: the cut says
 * which values to keep, so that what is demanded can be computed from them and from what is at hand
 * (arguments, counters, memory that is unchanged), at the least cost of keeping and computing. */
#ifndef ENZCC_PLAN_CUT_H
#define ENZCC_PLAN_CUT_H
#include "plan/plan.h"

/* Values that are looked at: by far more than a function has that people write. */
LIMIT(CUT_VALUES, 1 << 14);

/* Fills p->choice, for a plan whose needs were collected without one. False: there is nothing to
 * choose, or too much (p->cut_too_large). */
bool plan_cut(struct plan *p);
#endif
