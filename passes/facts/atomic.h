/* Atomic accesses to memory with floating-point values: which have derivatives. */
#ifndef ENZCC_FACTS_ATOMIC_H
#define ENZCC_FACTS_ATOMIC_H
#include "facts/activity.h"

bool atomic_is_access(LLVMValueRef access); /* of a load or store */
/* An access that derivatives make (base/team.h). */
void atomic_mark_own(LLVMValueRef access);
bool atomic_is_own(LLVMValueRef access);
/* An operation on an integer, whatever is known of the memory around it. */
bool atomic_is_integer(LLVMValueRef access);
bool atomic_is_minmax(LLVMAtomicRMWBinOp op);
/* The type of the floating-point values that an update (atomicrmw) changes: an exchange of integers
 * may be one of their bits. NULL if it changes none. */
LLVMTypeRef atomic_changes(struct activity_context *c, LLVMValueRef inst);
/* An update of active memory that has a derivative, or needs none. */
bool atomic_is_supported(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef inst);
/* A compare-exchange of integers that are no bits of floating-point values or addresses. */
bool atomic_is_counter(struct activity_context *c, LLVMValueRef inst);
#endif
