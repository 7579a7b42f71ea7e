/* -fenz-deterministic: what threads of a team would do in the order in which they come. */
#ifndef ENZCC_PLAN_IN_ORDER_H
#define ENZCC_PLAN_IN_ORDER_H
#include "plan/plan.h"

/* Reports it for a plan with sums in order. */
void plan_refuse_any_order(const struct plan *p);
#endif
