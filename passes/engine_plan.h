/* The derivatives that are wanted, by key, and their plans. */
#ifndef ENZCC_ENGINE_PLAN_H
#define ENZCC_ENGINE_PLAN_H
#include "engine.h"
#include "engine_state.h"

/* The derivative for a key: declared now, planned and emitted later from the work list. NULL after
 * an error. */
struct derivative *engine_derivative(struct engine *e, const struct derivative_key *key);
/* Plans everything on the work list, and the derivatives of the functions that are called. What
 * cannot be differentiated is reported. */
void engine_plan_all(struct engine *e);
/* The options ask for checkpoints, or for a limit of the tape. */
bool engine_wants_checkpoints(const struct enz_options *o);
#endif
