/* Functions that a resolver chooses when the program is loaded (`target_clones`, `ifunc`).
 *
 * The symbol that such a call names is neither of the versions. In prepared code the call asks the
 * resolver, which answers the same every time, and goes through the pointer it gives: a call whose
 * targets are the versions. */
#include "prepare/module/module.h"
#include "ir/code.h"
#include "rules/rules.h"

static LLVMValueRef resolver_of(LLVMValueRef callee)
{
    LLVMValueRef resolver = LLVMIsAGlobalIFunc(callee) ? LLVMGetGlobalIFuncResolver(callee) : NULL;
    if (!resolver || !LLVMIsAFunction(resolver) ||
        LLVMCountParamTypes(LLVMGlobalGetValueType(resolver)))
        return NULL;
    return resolver;
}

static void ask(LLVMContextRef c, LLVMValueRef call, LLVMValueRef resolver)
{
    static const char note[] = "enzyme_inactive";
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef version =
        LLVMBuildCall2(b, LLVMGlobalGetValueType(resolver), resolver, NULL, 0, "");
    LLVMAddCallSiteAttribute(version, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(c, note, sizeof note - 1, "", 0));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, version);
    LLVMDisposeBuilder(b);
}

unsigned prepare_ifuncs(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef resolver = code_is_call(i) ? resolver_of(LLVMGetCalledValue(i)) : NULL;
            if (!resolver)
                continue;
            ask(LLVMGetModuleContext(p->module), i, resolver);
            changes++;
        }
    return changes;
}
