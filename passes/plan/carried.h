/* Numbers that a loop sums up.
 *
 * s = phi(init, u), with u = s + t in each iteration, or s + t1 + t2 and so on, and nothing else in
 * the loop made of s: the adjoint of u is that of s in all iterations, whatever else these do, and
 * in whatever order they are reversed. */
#ifndef ENZCC_PLAN_CARRIED_H
#define ENZCC_PLAN_CARRIED_H
#include "plan/plan.h"

/* The value u that the header phi of loop l, which is one block, becomes for the next iteration, if
 * that is such a sum; else NO_ID. */
unsigned carried_sum(const struct plan *p, unsigned l, unsigned phi);
/* v is such a u, of the block that is loop l. */
bool carried_is_sum(const struct plan *p, unsigned l, unsigned v);
#endif
