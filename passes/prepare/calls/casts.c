/* Casts of C++ that ask the type of an object.
 *
 * `__dynamic_cast` finds an object around or inside another one by its vtable. What it returns has
 * the same distance from the shadow's address as from the object's; the shadow itself need not have
 * a vtable. So the result becomes address arithmetic:
 *
 *     r = __dynamic_cast(p, ...)   becomes   q = __dynamic_cast(p, ...); r = q ? p + (q - p) : NULL
 *
 * in which q has no shadow and p + n has one as anywhere else. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <string.h>

static bool is_dynamic_cast(EzbCtx *cx, LLVMValueRef inst)
{
    struct call_info info = rule_classify(cx, inst);
    return info.cls == CALL_INACTIVE && info.callee &&
           !strcmp(LLVMGetValueName(info.callee), "__dynamic_cast");
}

static void derive_from_operand(LLVMModuleRef m, LLVMValueRef call)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMTypeRef word = target_size(m), ptr = LLVMTypeOf(call);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef from = LLVMGetOperand(call, 0), found = LLVMBuildFreeze(b, call, "");
    LLVMValueRef distance = LLVMBuildSub(b, LLVMBuildPtrToInt(b, found, word, ""),
                                         LLVMBuildPtrToInt(b, from, word, ""), "");
    LLVMValueRef there = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), from, &distance, 1, "");
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, found, LLVMConstNull(ptr), "");
    LLVMValueRef result = LLVMBuildSelect(b, none, LLVMConstNull(ptr), there, "");
    LLVMReplaceAllUsesWith(call, result);
    LLVMSetOperand(found, 0, call);
    LLVMDisposeBuilder(b);
}

unsigned prepare_casts(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) || !is_dynamic_cast(p->cx, i))
                continue;
            derive_from_operand(p->module, i);
            changes++;
        }
    return changes;
}
