/* What a derivative that several threads run keeps in sums of its own rather than adding it to
 * shared memory at once (runtime/sums.h). */
#ifndef ENZCC_PLAN_SUMS_H
#define ENZCC_PLAN_SUMS_H
#include "plan/plan.h"

/* NULL if it is nothing. With sums in order it is all that others may add to as well, and stays so
 * until the team adds it to memory, in the order of its threads. The rows of the plan are known,
 * and the order of its loops. */
struct plan_sums *plan_sums_find(const struct plan *p);
/* The adjoint of the load adds to sums. */
bool plan_sums_has(const struct plan *p, unsigned load);
/* It is of floats or doubles, each in one line. */
bool plan_sums_is_plain(const struct plan *p, unsigned load);
/* What the adjoint of the store takes out of memory may partly be in sums. */
bool plan_sums_looks(const struct plan *p, unsigned store);
/* So may what v takes out of memory, or clears, and that is no number: such sums are added first.
 */
bool plan_sums_settles(const struct plan *p, unsigned v);
/* All sums are added to memory before the adjoint of v, which others may see, or which does with
 * memory more than to add to it or to take one value out of it. So they are at the end of the
 * derivative. */
bool plan_sums_ends(const struct plan *p, unsigned v);
/* So they are when the loop has been reversed. */
bool plan_sums_ends_loop(const struct plan *p, unsigned loop);
#endif
