/* Addresses that are only measured: compared as integers, or subtracted from others in the same
 * object.
 *
 * The size of a std::vector is a difference of addresses. To LLVM, ptrtoint gives an address away,
 * so that memory behind a vector might be read and written through any pointer. ptrtoaddr does not:
 * no pointer can be made of what it returns. Scalar evolution knows nothing of it, though, so that
 * it stands only where aliases matter most, around the motion of loads and stores out of loops. */
#include "base/target.h"
#include "prepare/loops/loops.h"

/* All instructions `of` become ptrtoaddr, or ptrtoint again. */
static void replace(LLVMBuilderRef b, LLVMValueRef *of, unsigned count, bool measure)
{
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef pointer = LLVMGetOperand(of[i], 0);
        LLVMTypeRef word = LLVMTypeOf(of[i]);
        LLVMPositionBuilderBefore(b, of[i]);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(of[i]));
        LLVMValueRef with = measure ? ezb_build_ptrtoaddr(b, pointer, word)
                                    : LLVMBuildPtrToInt(b, pointer, word, "");
        LLVMReplaceAllUsesWith(of[i], with);
        LLVMInstructionEraseFromParent(of[i]);
    }
}

static unsigned change(struct prepare *p, LLVMValueRef fn, bool measure)
{
    VEC(LLVMValueRef) found = {0};
    LLVMTypeRef word = target_size(p->module);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMTypeOf(i) == word &&
                (measure ? LLVMIsAPtrToIntInst(i) && ezb_only_measured(i) : ezb_is_ptrtoaddr(i)))
                VEC_PUSH(p->arena, &found, i);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    replace(b, found.items, found.count, measure);
    LLVMDisposeBuilder(b);
    return found.count;
}

unsigned prepare_measure(struct prepare *p, LLVMValueRef fn)
{
    return change(p, fn, true);
}

unsigned prepare_measured(struct prepare *p, LLVMValueRef fn)
{
    return change(p, fn, false);
}
