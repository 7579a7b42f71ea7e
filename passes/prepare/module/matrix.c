/* Operations on matrices are opened before anything else happens at link. */
#include "prepare/module/module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_operation(LLVMValueRef callee)
{
    static const char prefix[] = "llvm.matrix.";
    size_t n;
    return LLVMIsAFunction(callee) &&
           !strncmp(LLVMGetValueName2(callee, &n), prefix, sizeof prefix - 1);
}

static bool declared(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_operation(f))
            return true;
    return false;
}

static bool has_operation(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && is_operation(LLVMGetCalledValue(i)))
                return true;
    return false;
}

static void lower(EzbCtx *cx, LLVMValueRef fn)
{
    char *failure = NULL;
    if (!ezb_run_function_passes(cx, fn, "lower-matrix-intrinsics", &failure))
        return;
    fprintf(stderr, "enzcc: %s\n",
            failure ? failure
                    : "pipeline failed"); /* the name of the pass is not known: a wrong LLVM */
    abort();
}

unsigned prepare_matrices(struct prepare *p)
{
    unsigned changed = 0;
    if (!declared(p->module))
        return 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
        if (!has_operation(f))
            continue;
        lower(p->cx, f);
        changed++;
    }
    return changed;
}
