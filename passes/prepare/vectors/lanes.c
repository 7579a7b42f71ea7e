/* Lanes of FP vectors that the primal leaves undefined become a number.
 *
 * Structs of two floats travel in one register, and shuffles take out one lane and leave the other
 * undefined. Nothing reads such lanes in the primal, so their adjoints are zero; but zero times
 * undefined is undefined, and would be added to the adjoint of a lane that counts. The number is
 * one at which no common function or its derivative is singular. */
#include "prepare/vectors/vectors.h"

static bool is_fp_vector(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return false;
    switch (LLVMGetTypeKind(LLVMGetElementType(t))) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind: return true;
    default: return false;
    }
}

/* The constant with its undefined lanes filled, or NULL if it has none. */
static LLVMValueRef filled(struct prepare *p, LLVMValueRef c)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    unsigned n = LLVMGetVectorSize(t), count = 0;
    LLVMValueRef *lanes = ARENA_ARRAY(p->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++) {
        lanes[i] = LLVMGetAggregateElement(c, i);
        if (!lanes[i])
            return NULL;
        if (LLVMIsUndef(lanes[i]))
            lanes[i] = LLVMConstReal(LLVMGetElementType(t), 0.5), count++;
    }
    return count ? LLVMConstVector(lanes, n) : NULL;
}

/* A shuffle whose mask leaves lanes open takes them from a vector of numbers. Only with one source
 * is there room for it; with two, an open lane takes lane 0 of the first source. */
static void close_mask(LLVMBuilderRef b, LLVMValueRef shuffle, bool one_source)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(shuffle)));
    unsigned n = LLVMGetNumMaskElements(shuffle),
             width = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(shuffle, 0)));
    LLVMValueRef mask[64];
    bool open = false;
    for (unsigned i = 0; i < n && n <= 64; i++) {
        int from = LLVMGetMaskValue(shuffle, i);
        open |= from < 0;
        mask[i] = LLVMConstInt(i32, from < 0 ? (one_source ? width : 0) : (unsigned)from, 0);
    }
    if (!open)
        return;
    LLVMPositionBuilderBefore(b, shuffle);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(shuffle));
    LLVMValueRef closed = LLVMBuildShuffleVector(
        b, LLVMGetOperand(shuffle, 0), LLVMGetOperand(shuffle, 1), LLVMConstVector(mask, n), "");
    LLVMReplaceAllUsesWith(shuffle, closed);
    LLVMInstructionEraseFromParent(shuffle);
}

static unsigned fill_operands(struct prepare *p, LLVMValueRef inst)
{
    unsigned changes = 0;
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        if (!LLVMIsConstant(o) || !is_fp_vector(LLVMTypeOf(o)))
            continue;
        LLVMValueRef c = filled(p, o);
        if (c)
            LLVMSetOperand(inst, k, c), changes++;
    }
    return changes;
}

unsigned prepare_open_lanes(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            bool one_source = LLVMIsAShuffleVectorInst(i) && LLVMIsUndef(LLVMGetOperand(i, 1));
            changes += fill_operands(p, i);
            if (LLVMIsAShuffleVectorInst(i) && is_fp_vector(LLVMTypeOf(i)))
                close_mask(b, i, one_source);
        }
    LLVMDisposeBuilder(b);
    return changes;
}
