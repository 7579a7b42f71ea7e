/* Where kept nodes lie on the tape. */
#ifndef ENZCC_PLAN_GROUPS_H
#define ENZCC_PLAN_GROUPS_H
#include "plan/plan.h"

/* Gives the node a field in the group that fits it, making and demanding the group's base as needed. */
void plan_add_field(struct plan *p, unsigned node);
#endif
