/* Instructions that others take the place of. */
#include "prepare/prepare.h"

unsigned prepare_replace(struct prepare *p, LLVMValueRef fn, prepare_replacement *what)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef v = what(p, b, i);
            if (!v)
                continue;
            LLVMReplaceAllUsesWith(i, v);
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
