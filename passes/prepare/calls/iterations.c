/* A derivative goes k iterations further than its function where that asks for it by
 * __enzyme_iter(n, k): a series has as many terms less as it is differentiated. Derivatives of
 * derivatives are prepared once more, and so go further again. */
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <string.h>

static bool is_count(LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) &&
           !strncmp(LLVMGetValueName(fn), RULE_ITERATIONS_PREFIX,
                    sizeof RULE_ITERATIONS_PREFIX - 1);
}

unsigned prepare_iterations(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (!is_count(i))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetOperand(i, 0, LLVMBuildAdd(b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), ""));
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
