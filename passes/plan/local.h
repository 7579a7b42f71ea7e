/* Adjoints that live in registers. */
#ifndef ENZCC_PLAN_LOCAL_H
#define ENZCC_PLAN_LOCAL_H
#include "plan/plan.h"

/* Fills p->local. */
void plan_local(struct plan *p);
#endif
