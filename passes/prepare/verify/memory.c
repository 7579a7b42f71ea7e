/* Verifiers of what a function does to memory, its own variables included. */
#include "base/limits.h"
#include "prepare/verify/verify.h"

/* A use that sees the variable as a whole, of the type that it was declared with. */
static bool uses_whole(LLVMValueRef user, LLVMValueRef variable, LLVMTypeRef type)
{
    if (LLVMIsALoadInst(user))
        return LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != variable && !LLVMGetVolatile(user) &&
               LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
    return verify_calls_intrinsic(user, "llvm.lifetime.");
}

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
}

static bool belongs_in_register(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    LLVMValueRef count = LLVMIsAAllocaInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    if (!count || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1 ||
        !is_scalar(LLVMGetAllocatedType(inst)))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u))
        if (!uses_whole(LLVMGetUser(u), inst, LLVMGetAllocatedType(inst)))
            return false;
    return true;
}

LLVMValueRef verify_registers(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, belongs_in_register);
}

static bool changes_frame(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    LLVMBasicBlockRef in = LLVMGetInstructionParent(inst);
    if (!LLVMIsAAllocaInst(inst))
        return verify_calls_intrinsic(inst, "llvm.stackrestore");
    return in != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(in)) ||
           !LLVMIsConstant(LLVMGetOperand(inst, 0));
}

LLVMValueRef verify_fixed_frame(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, changes_frame);
}

/* A load or store, not one of several threads, that the attributes of its function deny. Of memory
 * reached in other ways than from an argument or by name nothing is said: that may be memory of the
 * function's own. */
static bool is_denied(struct prepare *p, LLVMValueRef inst)
{
    bool load = LLVMIsALoadInst(inst) != NULL;
    if (!load && !LLVMIsAStoreInst(inst))
        return false;
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)),
                 object = ezb_underlying_object(LLVMGetOperand(inst, load ? 0 : 1), ADDRESS_STEPS);
    EzbEffects said = ezb_fn_effects(p->cx, fn);
    unsigned needs = load ? EZB_REF : EZB_MOD;
    if (LLVMIsAArgument(object))
        return (said.arg & needs) != needs;
    return LLVMIsAGlobalVariable(object) && !LLVMIsGlobalConstant(object) &&
           (said.other & needs) != needs;
}

LLVMValueRef verify_effects(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, is_denied);
}
