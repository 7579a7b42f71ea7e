/* Memory of the caller, or behind pointers that iterations exchange, as part of the state of a loop
 * with checkpoints. */
#ifndef ENZCC_PLAN_STATE_H
#define ENZCC_PLAN_STATE_H
#include "plan/plan.h"

/* Adds what the store, copy or fill w in loop l writes to the regions of the state; false if that
 * is not known in front of the loop. */
bool plan_state_add(struct plan *p, unsigned l, unsigned w, struct plan_replay *r);
/* What load or copy v in loop l reads is, when a segment runs again from such a state, what it was:
 * code behind the loop leaves it alone, and so do calls in it that do not run again. */
bool plan_state_readable(const struct plan *p, unsigned l, unsigned v, const struct plan_replay *r);
/* Demands the addresses and sizes of the regions. */
void plan_state_need(struct plan *p, const struct plan_replay *r);

#endif
