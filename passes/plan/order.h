/* In which order the iterations of an adjoint loop run, and in how many loops. */
#ifndef ENZCC_PLAN_ORDER_H
#define ENZCC_PLAN_ORDER_H
#include "base/limits.h"
#include "plan/plan.h"

/* Iterations between the first and the last read of an element that is gathered. */
LIMIT(GATHER_SPAN_MAX, 16);
/* A gather over few iterations does not pay: so many for each between first and last. */
enum { GATHER_TRIPS = 4 };

/* What several loops over one body would compute again: its costs (math.def), and whether they are
 * too much. */
struct plan_repeated {
    unsigned cost;
    bool dear;
};
/* The adjoint of v, in the block of a loop, stays in its iteration, so that iterations may run in
 * any order as far as registers go; *accesses: it takes or adds memory. Adds to *r. */
bool plan_op_fits(const struct plan *p, unsigned v, struct plan_repeated *r, bool *accesses);
/* Fills p->passes, p->pass, p->carried, p->strip and p->gathers; schedules are chosen. limited: the
 * tape has a limit. */
void plan_order(struct plan *p, bool limited);
/* The gather that the pass over loop l is part of, or NULL. */
const struct plan_gather *plan_gather_of(const struct plan *p, unsigned l, unsigned pass);
/* Loops that the adjoint of l is split into, but for those over the ends of what is gathered. */
unsigned plan_whole_passes(const struct plan *p, unsigned l);
/* One floating-point number, or a vector of them. */
bool plan_is_floating(LLVMTypeRef t);
/* Load or store v is of such a value, and nothing is known to be special about its memory. */
bool plan_is_plain_access(const struct plan *p, unsigned v);
/* Bytes of load or store v. */
uint64_t plan_access_size(const struct plan *p, unsigned v);
#endif
