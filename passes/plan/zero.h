/* Loops, and parts of iterations, that need not be reversed where all adjoints that come in are
 * zero. */
#ifndef ENZCC_PLAN_ZERO_H
#define ENZCC_PLAN_ZERO_H
#include "plan/plan.h"

/* Fills p->results and p->rests; schedules are chosen, and the order of loops. */
void plan_zero(struct plan *p);
#endif
