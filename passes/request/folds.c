/* __enzyme_sum and __enzyme_product: the sum and the product of all operands, whatever the
 * prototype is. They become additions and multiplications, one behind the other, of the widest type
 * among operands and result. The derivative of such a product has no divisions. */
#include "request/read.h"
#include "request/ctype.h"

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && type_has_fp(t);
}

static bool is_scalar(LLVMTypeRef t)
{
    return is_number(t) && LLVMGetTypeKind(t) != LLVMVectorTypeKind;
}

/* The type to compute in: scalars of several formats meet in the widest, vectors are all alike. */
static LLVMTypeRef common_type(struct reader *r, LLVMValueRef call)
{
    LLVMTypeRef common = LLVMTypeOf(call);
    bool known = is_number(common);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n && known; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, k));
        known = t == common || (is_scalar(t) && is_scalar(common));
        if (known && LLVMSizeOfTypeInBits(r->layout, t) > LLVMSizeOfTypeInBits(r->layout, common))
            common = t;
    }
    return known ? common : NULL;
}

static LLVMValueRef fold(struct reader *r, LLVMValueRef call, LLVMTypeRef type, bool product)
{
    LLVMBuilderRef b = r->builder;
    LLVMValueRef value = NULL;
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        if (LLVMTypeOf(v) != type)
            v = LLVMBuildFPCast(b, v, type, "");
        if (!value)
            value = v;
        else
            value = product ? LLVMBuildFMul(b, value, v, "") : LLVMBuildFAdd(b, value, v, "");
        if (k && LLVMIsAInstruction(value))
            LLVMSetFastMathFlags(value, LLVMGetFastMathFlags(call));
    }
    if (value)
        return value;
    return LLVMConstReal(type, product ? 1 : 0);
}

void fold_replace(struct reader *r, LLVMValueRef call, bool product)
{
    LLVMTypeRef type = common_type(r, call), result = LLVMTypeOf(call);
    LLVMValueRef entry = LLVMGetCalledValue(call);
    if (LLVMIsAFunction(entry) && !LLVMIsDeclaration(entry))
        diag(r->diags, DIAG_ENTRY_BODY, entry, diag_name(r->diags, entry));
    if (LLVMIsAInvokeInst(call))
        call = ezb_invoke_to_call(call, 0);
    if (!type || (!LLVMGetNumArgOperands(call) && !is_scalar(type))) {
        diag(r->diags, DIAG_FOLD_TYPE, call, diag_name(r->diags, entry));
        return;
    }
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMValueRef value = fold(r, call, type, product);
    if (type != result)
        value = LLVMBuildFPCast(r->builder, value, result, "");
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}
