/* Loops that need not be reversed where all adjoints that come in are zero. */
#ifndef ENZCC_PLAN_ZERO_H
#define ENZCC_PLAN_ZERO_H
#include "plan/plan.h"

/* Fills p->results; schedules are chosen. */
void plan_zero(struct plan *p);
#endif
