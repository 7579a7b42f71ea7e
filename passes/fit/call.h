/* Private to passes/fit: building the call of a generated derivative in place of the user's call.
 */
#ifndef ENZCC_FIT_CALL_H
#define ENZCC_FIT_CALL_H
#include "fit/fit.h"

struct fit {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    const struct request *r;
    struct request_list *all;
};

struct call_args {
    LLVMValueRef *items;
    unsigned count, cap;
};

/* Appends the values and shadows of all parameters. */
void fit_collect_args(struct fit *f, struct call_args *args);
/* Reports an internal error if a function of this type cannot be called with them. */
bool fit_check_args(struct fit *f, LLVMTypeRef type, const struct call_args *args);
/* The call or invoke; leaves the builder where the result is to be converted. */
LLVMValueRef fit_build_call(struct fit *f, LLVMValueRef derivative, struct call_args *args);
/* Gives the user's call the value `result` (NULL: none) and erases it. Ends the use of f. */
void fit_finish(struct fit *f, LLVMValueRef result);
#endif
