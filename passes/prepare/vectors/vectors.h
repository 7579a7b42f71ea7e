/* Vectors in the forms that derivatives know: generic operations on lanes of one type. */
#ifndef ENZCC_PREPARE_VECTORS_H
#define ENZCC_PREPARE_VECTORS_H
#include "prepare/prepare.h"

/* Replaces a call of an x86 or llvm.vector intrinsic on fixed vectors by shuffles, arithmetic,
 * compares and selects that compute the same; false if there is nothing to do. The builder must be
 * positioned before the call. */
bool prepare_vector_call(LLVMBuilderRef b, LLVMValueRef call);
/* Loads and stores of chosen lanes (masked, gathered, scattered, expanded, compressed; generic and
 * AVX) become one branch, and one scalar access, per lane. True if the call was one of these; it is
 * gone then, and its block may have been split. */
bool prepare_masked_call(EzbCtx *cx, LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);
/* True for a call that prepare_masked_call replaces. */
bool prepare_is_masked_call(LLVMValueRef call);

/* Floating-point lanes that the primal leaves undefined get a value. Returns the number of changes.
 */
unsigned prepare_open_lanes(struct prepare *p, LLVMValueRef fn);
#endif
