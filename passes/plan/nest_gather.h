/* Nests of loops of which the adjoint gathers what iterations add to neighbouring rows. */
#ifndef ENZCC_PLAN_NEST_GATHER_H
#define ENZCC_PLAN_NEST_GATHER_H
#include "plan/nest.h"

/* The nest from loop `outer` to the innermost loop `inner`, with its gathers; NULL if it has none.
 */
struct plan_nest *plan_nest_gather(struct plan *p, unsigned outer, unsigned inner);
#endif
