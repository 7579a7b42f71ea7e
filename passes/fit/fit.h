/* Replaces a derivative call by a call of the generated derivative, fitting operands and result
 * (api: result fitting). */
#ifndef ENZCC_FIT_FIT_H
#define ENZCC_FIT_FIT_H
#include "emit/pair.h"
#include "request/request.h"

/* Generated derivative: parameters, for each primal parameter: the primal value, then `width`
 * shadows if dup/dupnoneed; then, in reverse with ret == ACT_OUT, `width` seeds of the return type.
 * It returns void or a literal struct of the parts in order: forward: [primal result if
 * primal_return] [width tangents if ret == ACT_DUP]; reverse: [primal result if primal_return]
 * [width gradients for each ACT_OUT parameter, parameter by parameter]. Reverse seeds are 1 in
 * every FP leaf. For a batch: the function of batch/batch.h. Emits the call before r->call,
 * converts the parts to the type the user declared, replaces uses, erases r->call. `follows`: its
 * last parameter is a tape whose map it goes on with; none is passed. False after a diagnostic. */
bool fit_replace_call(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                      const struct request *r, struct request_list *all, LLVMValueRef derivative,
                      bool follows);

/* Likewise for the modes of split reverse. `all`: requests that may use the value of this call. */
bool fit_replace_split(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                       const struct request *r, struct request_list *all,
                       const struct emit_pair *pair);
#endif
