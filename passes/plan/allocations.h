/* Where cached values lie on the tape. */
#ifndef ENZCC_PLAN_ALLOCATIONS_H
#define ENZCC_PLAN_ALLOCATIONS_H
#include "plan/plan.h"

/* The block that decides whether inner loop l runs in an iteration of its parent: its preheader if
 * it always does (*cond NULL), else a block whose branch on *cond goes to it when the condition is
 * *is_true; NO_ID if it is not that simple. */
unsigned plan_entry_guard(const struct plan *p, unsigned l, LLVMValueRef *cond, bool *is_true);
/* The same for a block `pre` in loop `parent`, instead of the preheader of l in its parent. */
unsigned plan_block_guard(const struct plan *p, unsigned parent, unsigned pre, LLVMValueRef *cond,
                          bool *is_true);
/* If l is the outermost loop of one of two versions (prepare/loops/versions.c): the block that
 * chooses, else its preheader. Whatever l writes the other version writes as well. */
unsigned plan_versions_front(const struct plan *p, unsigned l);
/* Loop `inner`, in l, runs where l takes the versions for pointers that are apart, or those for all
 * others. */
bool plan_is_of_version(const struct plan *p, unsigned l, unsigned inner, bool apart);
/* Gives the cached value a field in the allocation that fits it, making and demanding the
 * allocation's base as needed. */
void plan_add_field(struct plan *p, unsigned cached);
/* Elements that a primal value or shadow would have on the tape, per call of the function. */
uint64_t plan_elements_of(struct plan *p, unsigned cached);
#endif
