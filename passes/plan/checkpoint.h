/* The checkpoint schedule: a loop that carries state, of which the tape holds one segment of
 * iterations at a time. */
#ifndef ENZCC_PLAN_CHECKPOINT_H
#define ENZCC_PLAN_CHECKPOINT_H
#include "plan/plan.h"

/* What the state of loop l is; NULL if it cannot have checkpoints or keeps nothing per iteration.
 * `stored`: the plan in which every loop stores. */
struct plan_replay *plan_checkpoint_try(struct plan *p, struct plan *stored, unsigned l);
/* All that loop l keeps is so little, and known to be, that its checkpoints would never be taken
 * unless tapes have a limit. */
bool plan_checkpoint_is_idle(const struct plan *stored, unsigned l);

/* The plan, in which all loops store, keeps something for each iteration of l. */
bool plan_keeps_iterations(const struct plan *stored, unsigned l);
#endif
