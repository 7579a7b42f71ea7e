/* Loads and stores of chosen lanes (masked, gathered, scattered, expanded, compressed; generic and
 * AVX) as one branch, and one scalar access, per lane: the forms that derivatives and type analysis
 * know. */
#ifndef ENZCC_PREPARE_MASKED_CALLS_H
#define ENZCC_PREPARE_MASKED_CALLS_H
#include "bridge/ezb.h"
#include <stdbool.h>

/* True if the call was one of these; it is gone then, and its block may have been split. */
bool prepare_masked_call(EzbCtx *cx, LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);
#endif
