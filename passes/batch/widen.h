/* Private to passes/batch: a function for several lanes at once. */
#ifndef ENZCC_BATCH_WIDEN_H
#define ENZCC_BATCH_WIDEN_H
#include "batch/together.h"

/* The function `name`, which does what t->fn does for so many lanes: for each parameter it has one,
 * or one for each lane where the parameter varies. It returns a struct of the lanes' results, or
 * void. together_possible(t, ...) was true; `like` is the function of the program. */
LLVMValueRef batch_widen(const struct together *t, unsigned lanes, const char *name,
                         LLVMValueRef like);
/* What generated functions share with `like`: how code is made for a processor. */
void batch_copy_target(LLVMValueRef like, LLVMValueRef to);
/* {result, result, ...} for so many lanes of fn, or void. */
LLVMTypeRef batch_result_type(struct arena *a, LLVMValueRef fn, unsigned lanes);
/* The type of a function for so many lanes of fn; first[k]: the parameter that stands for
 * parameter k of lane 0. */
LLVMTypeRef batch_function_type(struct arena *a, LLVMValueRef fn, unsigned lanes,
                                const bool *varying, unsigned *first);
#endif
