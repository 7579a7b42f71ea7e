/* What it costs to compute a cached value again, and to keep it.
 *
 * Costs are in units of a simple operation. To compute a value again takes the latencies of its
 * operation and of those that its operands need; to keep it takes bytes that are written and read
 * back, as often as its loops run. How often that is, is a constant, or what scalar evolution or
 * the profile of the program say (branch weights of the latch), or an assumption. */
#ifndef ENZCC_PLAN_COST_H
#define ENZCC_PLAN_COST_H
#include "plan/plan.h"

enum { COST_LOAD = 3, COST_INFINITE = 1000 };

/* The cost up to which values are computed again. much: all that they are made of is in memory that
 * is there to be loaded, or the tape is dear (on a device). */
unsigned plan_recompute_limit(enum plan_cache cache, bool much);
/* Of computing it again, with all that this asks for; COST_INFINITE: it cannot be. */
unsigned plan_cost(struct plan *p, unsigned cached);
/* Of computing it from its parts, where they are at hand. */
unsigned plan_step_cost(const struct plan *p, unsigned cached);
/* What a value defined in loop l has to pay for a part of that cost: what comes from outside is
 * computed or read outside. */
unsigned plan_cost_inside(const struct plan *p, unsigned part, unsigned l, unsigned cost);
/* The load reads a copy of memory (snapshot.c), element after element: its address moves on with
 * the loop, and costs nothing. */
bool plan_reads_in_step(const struct plan *p, unsigned cached);
/* Of loading a value from where the program has stored it, by the store *holder. */
unsigned plan_held_cost(struct plan *p, unsigned cached, unsigned *holder);
/* What is computed from value v costs less than it was thought to, now that v is kept. */
void plan_forget_costs(struct plan *p, unsigned v);
/* The primal value that a value or shadow is of. */
unsigned plan_value_of(const struct plan *p, unsigned cached);
/* The cached values that computing this one again reads: at least those of the first direction. */
struct plan_parts {
    VEC(unsigned) items;
};
void plan_find_parts(const struct plan *p, unsigned cached, struct plan_parts *parts);
/* How often the body of a loop (NO_ID: the function) is taken to run per call. */
uint64_t plan_runs(struct plan *p, unsigned loop);
/* Elements that an allocation has per call of the function. */
uint64_t plan_elements(struct plan *p, const struct plan_allocation *g);
/* About as many bytes as a call of enz.snapshot copies, per call of the function: the loops that
 * read the copy have as many iterations as it has elements. */
uint64_t plan_copied_bytes(struct plan *p, unsigned call);
/* Bytes that are copied, per call of the function, so that what the store overwrites can be put
 * back. */
uint64_t plan_bytes_put_back(struct plan *p, unsigned store);
/* Of running loop l in the primal once more, per call of the function, where it takes versions for
 * pointers that are apart. What LLVM can make vectors of, independent iterations of one block,
 * counts less, sums count more. */
uint64_t plan_rerun_cost(struct plan *p, unsigned l);
/* Bytes on the tape per call of the function. */
uint64_t plan_kept_bytes(struct plan *p);
#endif
