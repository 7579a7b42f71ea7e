/* Addresses that are only measured: compared as integers, or subtracted from others in the same
 * object.
 *
 * The size of a std::vector is a difference of addresses. To LLVM, ptrtoint gives an address away,
 * so that memory behind a vector might be read and written through any pointer. ptrtoaddr does not:
 * no pointer can be made of what it returns. Scalar evolution knows nothing of it, though, so that
 * it stands only where aliases matter most, around the motion of loads and stores out of loops. */
#include "base/target.h"
#include "prepare/loops/loops.h"

/* All instructions `of` become `to`. */
static void replace(LLVMBuilderRef b, LLVMValueRef *of, unsigned count, LLVMOpcode to)
{
    for (unsigned i = 0; i < count; i++) {
        LLVMPositionBuilderBefore(b, of[i]);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(of[i]));
        LLVMValueRef with = LLVMBuildCast(b, to, LLVMGetOperand(of[i], 0), LLVMTypeOf(of[i]), "");
        LLVMReplaceAllUsesWith(of[i], with);
        LLVMInstructionEraseFromParent(of[i]);
    }
}

static unsigned change(struct prepare *p, LLVMValueRef fn, LLVMOpcode from, LLVMOpcode to)
{
    VEC(LLVMValueRef) found = {0};
    LLVMTypeRef word = target_size(p->module);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetInstructionOpcode(i) == from && LLVMTypeOf(i) == word &&
                (from == LLVMPtrToAddr || ezb_only_measured(i)))
                VEC_PUSH(p->arena, &found, i);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    replace(b, found.items, found.count, to);
    LLVMDisposeBuilder(b);
    return found.count;
}

unsigned prepare_measure(struct prepare *p, LLVMValueRef fn)
{
    return change(p, fn, LLVMPtrToInt, LLVMPtrToAddr);
}

unsigned prepare_measured(struct prepare *p, LLVMValueRef fn)
{
    return change(p, fn, LLVMPtrToAddr, LLVMPtrToInt);
}
