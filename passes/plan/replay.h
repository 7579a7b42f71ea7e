/* The replay schedule: when a loop's body may run again in the reverse sweep, and what that needs.
 */
#ifndef ENZCC_PLAN_REPLAY_H
#define ENZCC_PLAN_REPLAY_H
#include "plan/plan.h"

/* How to replay loop l; NULL if that is not possible or does not pay. */
struct plan_replay *plan_replay_try(struct plan *p, unsigned l);
/* The body of loop l may run again: finds what is to be left out then, and the memory of which it
 * needs snapshots. */
bool plan_runs_again(struct plan *p, unsigned l, struct plan_replay *r);
/* Nothing but the latch leads out of the loop, except ways to the end of the program. */
bool plan_leaves_only_at_latch(const struct plan *p, unsigned l);
/* True if the replayable loop l can be fused (its forward loop dropped); marks what then is
 * sunk past the reverse sweep. `stored`: the plan in which every loop stores. */
bool plan_fuse_try(struct plan *p, const struct plan *stored, unsigned l);
/* Demands what the replay of l starts from and reads from outside. */
void plan_need_replay(struct plan *p, unsigned l);
/* Something in loop l may end the program. */
bool plan_may_end_program(const struct plan *p, unsigned l);
/* Iterations of loop l itself allocate memory for themselves alone. */
bool plan_has_scratch(const struct plan *p, unsigned l);
/* The header phi is a floating-point sum, of which nothing else in the loop reads what it has come
 * to: an iteration runs again with any value. */
bool plan_is_idle_sum(const struct plan *p, unsigned l, unsigned phi);
/* The load reads memory that an iteration in l allocated for itself. */
bool plan_is_scratch_load(const struct plan *p, unsigned l, unsigned load);
#endif
