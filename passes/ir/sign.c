#include "ir/sign.h"
#include "base/limits.h"

LIMIT(SIGN_DEPTH, 6);

static bool is_nonnegative(LLVMValueRef v, unsigned depth);

static bool are_nonnegative(LLVMValueRef inst, unsigned from, unsigned to, unsigned depth)
{
    for (unsigned i = from; i < to; i++)
        if (!is_nonnegative(LLVMGetOperand(inst, i), depth))
            return false;
    return true;
}

/* What is added to the phi to get its next value; else the value itself. */
static LLVMValueRef step_of(LLVMValueRef phi, LLVMValueRef next)
{
    bool sum = LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd;
    for (unsigned i = 0; i < 2 && sum; i++)
        if (LLVMGetOperand(next, i) == phi)
            return LLVMGetOperand(next, 1 - i);
    return next;
}

static bool is_nonnegative_phi(LLVMValueRef phi, unsigned depth)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef in = LLVMGetIncomingValue(phi, i);
        if (in != phi && !is_nonnegative(step_of(phi, in), depth))
            return false;
    }
    return true;
}

static bool is_nonnegative(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAConstantInt(v))
        return LLVMConstIntGetSExtValue(v) >= 0;
    if (!depth || !LLVMIsAInstruction(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt: return true;
    case LLVMAnd: return are_nonnegative(v, 0, 1, depth - 1) || are_nonnegative(v, 1, 2, depth - 1);
    case LLVMLShr:
        return LLVMIsAConstantInt(LLVMGetOperand(v, 1)) || are_nonnegative(v, 0, 1, depth - 1);
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMAShr:
    case LLVMSRem:
    case LLVMShl: return are_nonnegative(v, 0, 1, depth - 1);
    case LLVMAdd:
    case LLVMMul:
    case LLVMOr:
    case LLVMSDiv: return are_nonnegative(v, 0, 2, depth - 1);
    case LLVMSelect: return are_nonnegative(v, 1, 3, depth - 1);
    case LLVMPHI: return is_nonnegative_phi(v, depth - 1);
    default: return false;
    }
}

bool sign_is_nonnegative(LLVMValueRef v)
{
    return is_nonnegative(v, SIGN_DEPTH);
}
