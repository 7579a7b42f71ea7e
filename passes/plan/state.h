/* Memory of the caller, or behind pointers that iterations exchange, as part of the state of a loop
 * with checkpoints. */
#ifndef ENZCC_PLAN_STATE_H
#define ENZCC_PLAN_STATE_H
#include "plan/plan.h"

/* Adds what the store, copy or fill w in loop l writes to the regions of the state; false if that
 * is not known in front of the loop. */
/* Every iteration of loop l runs the block, as often as any other; finds guards that do not
 * change. */
bool plan_state_runs_always(const struct plan *p, unsigned l, unsigned block,
                            struct plan_region *r);
bool plan_state_add(struct plan *p, unsigned l, unsigned w, struct plan_replay *r);
/* What load or copy v in loop l reads is, when a segment runs again from such a state, what it was:
 * calls in the loop that do not run again leave it alone, and so does code behind the loop, or what
 * that writes is known in front of it and can be undone (r->undone). */
bool plan_state_readable(struct plan *p, unsigned l, unsigned v, struct plan_replay *r);
/* Demands the addresses and sizes of the regions. */
void plan_state_need(struct plan *p, const struct plan_replay *r);

#endif
