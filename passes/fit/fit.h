/* Replaces a derivative call by a call of the generated derivative, fitting operands and result
 * (api: result fitting). */
#ifndef ENZCC_FIT_FIT_H
#define ENZCC_FIT_FIT_H
#include "request/request.h"

/* Generated derivative: parameters, for each primal parameter: the primal value, then `width`
 * shadows if dup/dupnoneed; then, in reverse with ret == ACT_OUT, `width` seeds of the return type.
 * It returns void or a literal struct of the parts in order: forward: [primal result if
 * primal_return] [width tangents if ret == ACT_DUP]; reverse: [primal result if primal_return]
 * [width gradients for each ACT_OUT parameter, parameter by parameter]. Reverse seeds are 1 in
 * every FP leaf. Emits the call before r->call, converts the parts to the type the user declared,
 * replaces uses, erases r->call. `follows`: its last parameter is a tape whose map it goes on with;
 * none is passed. False after a diagnostic. */
bool fit_replace_call(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                      const struct request *r, struct request_list *all, LLVMValueRef derivative,
                      bool follows);

/* A derivative made of two halves (see emit/split.h): the functions, and the tape they share. */
struct fit_pair {
    LLVMValueRef augmented; /* values, shadows, tape -> {result, shadows of the result}; void if
                               there is nothing */
    LLVMValueRef owned;     /* likewise; frees the tape when an exception leaves it */
    LLVMValueRef reverse;   /* values, shadows, seeds, tape -> {gradients} */
    LLVMValueRef
        forward;      /* values, shadows or tangents, tape -> {result, its tangents}; may be NULL */
    LLVMTypeRef tape; /* packed struct; NULL if there is nothing to keep */
    LLVMValueRef record; /* address of {augmented, reverse}; NULL unless asked for */
    bool arena; /* its last member is a tape of the runtime that the second half gives up */
};
/* Likewise for the modes of split reverse. `all`: requests that may use the value of this call. */
bool fit_replace_split(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                       const struct request *r, struct request_list *all,
                       const struct fit_pair *pair);
#endif
