/* Operands of a derivative call as values of the primal's parameter types.
 *
 * What the C calling convention did to an argument (default promotions, coerced structs, memory
 * passing) is undone; numbers are never converted otherwise, so that a wrong argument is an error
 * and not a wrong derivative. */
#include "request/ctype.h"
#include "request/leaves.h"
#include "request/read.h"
#include <string.h>

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMTypeRef operand_attribute_type(LLVMValueRef call, unsigned index, const char *name)
{
    unsigned kind = attribute_kind(name);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!a && LLVMIsAFunction(callee) && index < LLVMCountParams(callee))
        a = LLVMGetEnumAttributeAtIndex(callee, index + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

bool operand_in_memory(LLVMValueRef call, unsigned index)
{
    return operand_attribute_type(call, index, "byval") ||
           LLVMGetCallSiteStringAttribute(call, index + 1, NOTE_BYVAL,
                                          (unsigned)strlen(NOTE_BYVAL));
}

LLVMValueRef entry_alloca(struct reader *r, LLVMValueRef call, LLVMTypeRef type, const char *name)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(r->context);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef slot = LLVMBuildAlloca(b, type, name);
    LLVMDisposeBuilder(b);
    return slot;
}

static bool is_integer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}
static bool is_pointer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}
static bool is_vector(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind;
}
static bool is_aggregate(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind;
}

static bool is_floating(LLVMTypeRef t)
{
    return !is_integer(t) && !is_pointer(t) && !is_aggregate(t) && type_has_fp(t);
}

static bool is_narrow_fp(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind;
}

/* True for operands beyond the named parameters, which C promotes. */
static bool is_variadic_operand(LLVMValueRef call, unsigned index)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    return LLVMIsFunctionVarArg(type) && index >= LLVMCountParamTypes(type);
}

static LLVMValueRef undo_promotion(struct reader *r, LLVMValueRef v, LLVMTypeRef want)
{
    LLVMTypeRef have = LLVMTypeOf(v);
    if (LLVMGetTypeKind(have) == LLVMDoubleTypeKind && is_narrow_fp(want))
        return LLVMBuildFPTrunc(r->builder, v, want, "");
    if (is_integer(have) && is_integer(want) && LLVMGetIntTypeWidth(have) == 32 &&
        LLVMGetIntTypeWidth(want) < 32)
        return LLVMBuildTrunc(r->builder, v, want, "");
    return NULL;
}

static bool is_mixed_operand(LLVMValueRef call, unsigned index)
{
    return LLVMGetCallSiteStringAttribute(call, index + 1, NOTE_MIXED,
                                          (unsigned)strlen(NOTE_MIXED)) != NULL;
}

/* Conversions that keep every bit. */
static LLVMValueRef reinterpret(struct reader *r, LLVMValueRef v, LLVMTypeRef want)
{
    LLVMTypeRef have = LLVMTypeOf(v);
    if (is_integer(have) && is_integer(want) && LLVMGetIntTypeWidth(want) == 1 &&
        LLVMGetIntTypeWidth(have) > 1)
        return LLVMBuildTrunc(r->builder, v, want, "");
    bool scalars =
        !is_aggregate(have) && !is_aggregate(want) && !is_pointer(have) && !is_pointer(want);
    if (scalars && (is_vector(have) || is_vector(want)) &&
        LLVMSizeOfTypeInBits(r->layout, have) == LLVMSizeOfTypeInBits(r->layout, want))
        return LLVMBuildBitCast(r->builder, v, want, "");
    if ((is_aggregate(have) || is_aggregate(want)) &&
        leaves_same_layout(r->arena, r->layout, have, want))
        return leaves_rebuild(r->arena, r->builder, v, want);
    return NULL;
}

static LLVMValueRef convert_value(struct reader *r, LLVMValueRef call, unsigned index,
                                  LLVMTypeRef want)
{
    LLVMValueRef v = LLVMGetOperand(call, index);
    LLVMTypeRef have = LLVMTypeOf(v);
    if (have == want)
        return v;
    if (is_pointer(have) && is_pointer(want)) {
        diag(r->diags, DIAG_ADDRESS_SPACE, call, index);
        return LLVMBuildAddrSpaceCast(r->builder, v, want, "");
    }
    if (is_mixed_operand(call, index) && is_floating(want) &&
        LLVMSizeOfTypeInBits(r->layout, have) == LLVMSizeOfTypeInBits(r->layout, want))
        return LLVMBuildBitCast(r->builder, v, want, "");
    LLVMValueRef narrowed = is_variadic_operand(call, index) ? undo_promotion(r, v, want) : NULL;
    return narrowed ? narrowed : reinterpret(r, v, want);
}

/* The second half of a pointer to a member function of C++, which is passed as two operands: the
 * function, and 0. */
static bool is_half_of_member(LLVMValueRef call, unsigned index)
{
    LLVMValueRef v = LLVMGetOperand(call, index),
                 before = LLVMGetOperand(call, index ? index - 1 : 0);
    if (LLVMIsAConstantExpr(before))
        before = LLVMGetOperand(before, 0); /* the address as an integer */
    return LLVMIsAFunction(before) && !strncmp(LLVMGetValueName(before), "_ZN", 3) &&
           LLVMIsAConstantInt(v) && LLVMIsNull(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64;
}

static enum diag_id mismatch(LLVMTypeRef have, LLVMTypeRef want)
{
    if (is_pointer(want) && type_has_fp(have) && !type_has_pointer(have))
        return DIAG_ARG_ADDRESS;
    return is_pointer(have) && is_floating(want) ? DIAG_ARG_VALUE : DIAG_ARG_TYPE;
}

LLVMValueRef convert_operand(struct reader *r, LLVMValueRef call, unsigned index, LLVMTypeRef want)
{
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMValueRef converted = convert_value(r, call, index, want), v = LLVMGetOperand(call, index);
    if (converted)
        return converted;
    LLVMTypeRef have = LLVMTypeOf(v);
    const char *need = ctype_text(r->arena, want), *found = ctype_text(r->arena, have);
    long long number = LLVMIsAConstantInt(v) ? LLVMConstIntGetSExtValue(v) : 0;
    if (LLVMIsAConstantInt(v) && is_floating(want))
        diag(r->diags, DIAG_ARG_LITERAL, call, index, number, need, number);
    else if (is_pointer(want) && is_half_of_member(call, index))
        diag(r->diags, DIAG_ARG_MEMBER, call, index, number, need);
    else if (LLVMIsAConstantInt(v) && !is_integer(want))
        diag(r->diags, DIAG_ARG_CONSTANT, call, index, number, need);
    else
        diag(r->diags, mismatch(have, want), call, index, found, need);
    return NULL;
}
