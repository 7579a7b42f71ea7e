/* Private to passes/batch: a function for one lane, to be widened. */
#ifndef ENZCC_BATCH_SINGLE_H
#define ENZCC_BATCH_SINGLE_H
#include "bridge/ezb.h"
#include <stdbool.h>

/* A copy of fn with variables in registers and small callees in it; NULL if what fn is to
 * derivatives is said of its calls, so that they must stay. */
LLVMValueRef batch_single(EzbCtx *cx, LLVMValueRef fn);
void batch_single_drop(EzbCtx *cx, LLVMValueRef single);
#endif
