/* Vector intrinsics in a form that differentiation knows. */
#ifndef ENZCC_PREPARE_VECTOR_CALLS_H
#define ENZCC_PREPARE_VECTOR_CALLS_H
#include "bridge/ezb.h"
#include <stdbool.h>
/* Replaces a call of an x86 or llvm.vector intrinsic on fixed vectors by shuffles, arithmetic,
 * compares and selects that compute the same; false if there is nothing to do. The builder must be
 * positioned before the call. */
bool prepare_vector_call(LLVMBuilderRef b, LLVMValueRef call);
#endif
