/* Types flattened to their scalars ("leaves"), and values built from and taken apart into leaves.
 *
 * Structs, arrays and fixed vectors are flattened; padding does not appear. Offsets are the C
 * layout's. */
#ifndef ENZCC_REQUEST_LEAVES_H
#define ENZCC_REQUEST_LEAVES_H
#include "base/arena.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include <stdbool.h>
#include <stdint.h>

struct leaf {
    LLVMTypeRef type;
    uint64_t offset; /* bytes from the start of the whole */
};
struct leaf_list {
    struct leaf *items;
    unsigned count, cap;
};
struct leaf_values {
    LLVMValueRef *items;
    unsigned count, cap;
};

void leaves_of_type(struct arena *a, LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset,
                    struct leaf_list *out);
/* Same scalars at the same offsets. */
bool leaves_same_layout(struct arena *a, LLVMTargetDataRef layout, LLVMTypeRef x, LLVMTypeRef y);
/* Appends the scalars of v. */
void leaves_of_value(struct arena *a, LLVMBuilderRef b, LLVMValueRef v, struct leaf_values *out);
/* A value of `type` from values[*next], values[*next + 1], ...; *next advances. */
LLVMValueRef leaves_build(LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef const *values,
                          unsigned *next);
/* v, whose type has the same leaves as `type`, as a value of `type`. */
LLVMValueRef leaves_rebuild(struct arena *a, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef type);
/* The constant of the type with 1 in every floating-point leaf and 0 elsewhere. */
LLVMValueRef leaves_seed(struct arena *a, LLVMTypeRef type);
#endif
