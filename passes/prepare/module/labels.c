/* Computed gotos become switches.
 *
 * The addresses of a function's labels are replaced by small numbers, everywhere in the program,
 * and each indirectbr by a switch over them. This is the one change made to a function of the
 * program itself: label addresses sit in tables that a clone would share with it, and they would
 * name the blocks of the original only. */
#include "base/target.h"
#include "prepare/module/module.h"

static bool has_computed_goto(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        if (LLVMIsAIndirectBrInst(LLVMGetBasicBlockTerminator(b)))
            return true;
    return false;
}

/* The number of a label; 0 is the null pointer. */
static LLVMValueRef label_number(LLVMTypeRef word, unsigned k)
{
    return LLVMConstInt(word, k + 1, 0);
}

static void number_labels(LLVMValueRef fn, LLVMTypeRef word)
{
    unsigned k = 0;
    for (LLVMBasicBlockRef b = LLVMGetNextBasicBlock(LLVMGetFirstBasicBlock(fn)); b;
         b = LLVMGetNextBasicBlock(b), k++) {
        LLVMValueRef address = LLVMBlockAddress(fn, b);
        LLVMReplaceAllUsesWith(address,
                               LLVMConstIntToPtr(label_number(word, k), LLVMTypeOf(address)));
    }
}

static unsigned block_position(LLVMValueRef fn, LLVMBasicBlockRef block)
{
    unsigned k = 0;
    for (LLVMBasicBlockRef b = LLVMGetNextBasicBlock(LLVMGetFirstBasicBlock(fn)); b != block;
         b = LLVMGetNextBasicBlock(b))
        k++;
    return k;
}

static void lower(LLVMValueRef fn, LLVMValueRef jump, LLVMBasicBlockRef nowhere, LLVMTypeRef word)
{
    unsigned n = LLVMGetNumSuccessors(jump);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(word));
    LLVMPositionBuilderBefore(b, jump);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(jump));
    LLVMValueRef number = LLVMBuildPtrToInt(b, LLVMGetOperand(jump, 0), word, "");
    LLVMValueRef choice = LLVMBuildSwitch(b, number, nowhere, n);
    for (unsigned k = 0; k < n; k++)
        LLVMAddCase(choice, label_number(word, block_position(fn, LLVMGetSuccessor(jump, k))),
                    LLVMGetSuccessor(jump, k));
    LLVMInstructionEraseFromParent(jump);
    LLVMDisposeBuilder(b);
}

bool prepare_computed_gotos(struct prepare *p, LLVMValueRef fn)
{
    if (!has_computed_goto(fn))
        return false;
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef word = target_size(p->module);
    number_labels(fn, word);
    LLVMBasicBlockRef nowhere = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, nowhere);
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
        if (LLVMIsAIndirectBrInst(jump))
            lower(fn, jump, nowhere, word);
    }
    ezb_invalidate(p->cx, fn);
    return true;
}
