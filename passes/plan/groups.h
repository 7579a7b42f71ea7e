/* Where kept nodes lie on the tape. */
#ifndef ENZCC_PLAN_GROUPS_H
#define ENZCC_PLAN_GROUPS_H
#include "plan/plan.h"

/* Gives the node a field in the group that fits it, making and demanding the group's base as
 * needed. */
/* The block that decides whether inner loop l runs in an iteration of its parent: its preheader if
 * it always does (*cond NULL), else a block whose branch on *cond goes to it when the condition is
 * *is_true; NO_ID if it is not that simple. */
unsigned plan_entry_guard(const struct plan *p, unsigned l, LLVMValueRef *cond, bool *is_true);
void plan_add_field(struct plan *p, unsigned node);
#endif
