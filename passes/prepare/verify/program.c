/* Verifiers of what passes on the whole program guarantee. */
#include "prepare/verify/verify.h"

static bool is_matrix_operation(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return verify_calls_intrinsic(inst, "llvm.matrix.");
}

LLVMValueRef verify_no_matrices(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, is_matrix_operation);
}

static bool is_coroutine_operation(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return verify_calls_intrinsic(inst, "llvm.coro.");
}

LLVMValueRef verify_no_coroutines(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, is_coroutine_operation);
}

static bool uses_label(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    if (LLVMIsAIndirectBrInst(inst))
        return true;
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(inst); k < n; k++)
        if (LLVMIsABlockAddress(LLVMGetOperand(inst, k)))
            return true;
    return false;
}

LLVMValueRef verify_no_labels(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, uses_label);
}
