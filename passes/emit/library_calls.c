/* See library_calls.h. */
#include "emit/library_calls.h"
#include <stdbool.h>
#include <stddef.h>

/* The name of frexp for this type; NULL: there is none. */
static const char *frexp_for(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind: return "frexpf";
    case LLVMDoubleTypeKind: return "frexp";
    case LLVMX86_FP80TypeKind: return "frexpl";
    default: return NULL;
    }
}

static bool is_frexp(LLVMValueRef inst)
{
    static const char name[] = "llvm.frexp";
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(name, sizeof name - 1) &&
           LLVMGetTypeKind(LLVMStructGetTypeAtIndex(LLVMTypeOf(inst), 1)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMStructGetTypeAtIndex(LLVMTypeOf(inst), 1)) == 32;
}

static LLVMValueRef exponent_slot(LLVMBuilderRef b, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    return LLVMBuildAlloca(b, LLVMInt32TypeInContext(c), "");
}

static void restore(LLVMBuilderRef b, LLVMValueRef inst, const char *name, LLVMValueRef slot)
{
    LLVMValueRef args[2] = {LLVMGetOperand(inst, 0), slot};
    LLVMTypeRef fp = LLVMTypeOf(args[0]), params[2] = {fp, LLVMTypeOf(slot)},
                type = LLVMFunctionType(fp, params, 2, false);
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetCalledValue(inst));
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef fraction =
                     LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(m, name, type), args, 2, ""),
                 exponent = LLVMBuildLoad2(b, LLVMGetAllocatedType(slot), slot, ""),
                 pair = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(inst)), fraction, 0, "");
    LLVMReplaceAllUsesWith(inst, LLVMBuildInsertValue(b, pair, exponent, 1, ""));
    LLVMInstructionEraseFromParent(inst);
}

void library_calls_restore(LLVMValueRef fn)
{
    LLVMBuilderRef b = NULL;
    LLVMValueRef slot = NULL;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            const char *name = is_frexp(i) ? frexp_for(LLVMTypeOf(LLVMGetOperand(i, 0))) : NULL;
            if (!name)
                continue;
            if (!b) {
                b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
                slot = exponent_slot(b, fn);
            }
            restore(b, i, name, slot);
        }
    if (b)
        LLVMDisposeBuilder(b);
}
