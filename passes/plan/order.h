/* In which order the iterations of an adjoint loop run, and in how many loops. */
#ifndef ENZCC_PLAN_ORDER_H
#define ENZCC_PLAN_ORDER_H
#include "plan/plan.h"

/* Fills p->passes and p->pass; schedules are chosen. */
void plan_order(struct plan *p);
#endif
