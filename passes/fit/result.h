/* Fits the parts a derivative returns to the type the user declared. */
#ifndef ENZCC_FIT_RESULT_H
#define ENZCC_FIT_RESULT_H
#include "fit/fit.h"
#include "llvm-c/Target.h"

/* Whether some rule fits the parts, a struct `returned` or void; else reports and returns false.
 * Builds nothing. */
bool fit_result_possible(struct arena *a, LLVMTargetDataRef layout, struct diag_sink *s,
                         const struct request *r, LLVMTypeRef returned);
/* The value of the old call made from `call`, the struct of the parts (or a void call), or NULL
 * when it has none; writes an sret buffer. Only after fit_result_possible. */
LLVMValueRef fit_result(struct arena *a, LLVMTargetDataRef layout, LLVMBuilderRef b,
                        const struct request *r, LLVMValueRef call);
#endif
