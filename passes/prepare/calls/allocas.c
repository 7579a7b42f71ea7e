/* Stack memory of run-time size, as differentiation sees it: an alloca that is executed more than
 * once must outlive its iteration until the reverse sweep. It becomes a tape allocation, and
 * stacksave/stackrestore go. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <string.h>

static LLVMValueRef declare(LLVMModuleRef m, const char *name, LLVMTypeRef ret, LLVMTypeRef *params,
                            unsigned n)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f ? f : LLVMAddFunction(m, name, LLVMFunctionType(ret, params, n, 0));
}

static LLVMValueRef call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static void allocate_on_tape(struct prepare *p, LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef ptr = target_pointer(p->module), word = target_size(p->module),
                params[2] = {ptr, word};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    uint64_t element =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), LLVMGetAllocatedType(inst));
    LLVMValueRef count = LLVMBuildZExtOrBitCast(b, LLVMGetOperand(inst, 0), word, "");
    LLVMValueRef size = LLVMBuildMul(b, count, LLVMConstInt(word, element, 0), "");
    LLVMValueRef args[2] = {LLVMConstNull(ptr), size}; /* null: the tape of whoever runs this */
    LLVMValueRef block = call(b, declare(p->module, "enz_rt_tape_grow", ptr, params, 2), args, 2);
    LLVMAddCallSiteAttribute(
        block, LLVMAttributeReturnIndex,
        LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("noalias", 7), 0));
    LLVMReplaceAllUsesWith(inst, block);
    LLVMInstructionEraseFromParent(inst);
    LLVMDisposeBuilder(b);
}

unsigned prepare_dynamic_allocas(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            struct call_info info = rule_classify(p->cx, i);
            if (LLVMIsAAllocaInst(i) && (b != entry || !LLVMIsConstant(LLVMGetOperand(i, 0)))) {
                allocate_on_tape(p, i);
                changes++;
            } else if (info.cls == CALL_STACKRESTORE) {
                LLVMInstructionEraseFromParent(i);
                changes++;
            }
        }
    return changes;
}
