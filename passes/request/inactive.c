/* __enzyme_call_inactive(fn, args...): the function is called directly, and the call is marked so
 * that neither inlining nor differentiation looks into it. */
#include "request/ctype.h"
#include "request/read.h"
#include <string.h>

static void mark_inactive(struct reader *r, LLVMValueRef call)
{
    static const char inactive[] = "enzyme_inactive";
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(r->context, inactive, sizeof inactive - 1, "", 0));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(r->context, noinline, 0));
}

/* The operands after the function, as values of its parameters' types; variadic ones as they are.
 */
static LLVMValueRef *convert_arguments(struct reader *r, LLVMValueRef call, LLVMTypeRef type,
                                       unsigned count)
{
    unsigned named = LLVMCountParamTypes(type);
    LLVMTypeRef *want = ARENA_ARRAY(r->arena, LLVMTypeRef, named);
    LLVMValueRef *args = ARENA_ARRAY(r->arena, LLVMValueRef, count);
    LLVMGetParamTypes(type, want);
    for (unsigned i = 0; i < count; i++) {
        args[i] =
            i < named ? convert_operand(r, call, i + 1, want[i]) : LLVMGetOperand(call, i + 1);
        if (!args[i])
            return NULL;
    }
    return args;
}

static LLVMValueRef build_direct_call(struct reader *r, LLVMValueRef call, LLVMValueRef fn,
                                      LLVMValueRef *args, unsigned count)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMValueRef direct =
        LLVMIsAInvokeInst(call)
            ? LLVMBuildInvoke2(r->builder, type, fn, args, count, LLVMGetNormalDest(call),
                               LLVMGetUnwindDest(call), "")
            : LLVMBuildCall2(r->builder, type, fn, args, count, "");
    LLVMSetInstructionCallConv(direct, LLVMGetFunctionCallConv(fn));
    mark_inactive(r, direct);
    return direct;
}

void replace_inactive_call(struct reader *r, LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    struct value_list functions = {0};
    if (!count || !operand_functions(r, LLVMGetOperand(call, 0), &functions) ||
        functions.count != 1) {
        diag(r->diags, DIAG_FN_NOT_FOUND, call,
             count ? operand_describe(LLVMGetOperand(call, 0)) : "missing");
        return;
    }
    LLVMValueRef fn = functions.items[0];
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type);
    unsigned named = LLVMCountParamTypes(type);
    if (count - 1 < named || (count - 1 > named && !LLVMIsFunctionVarArg(type))) {
        diag(r->diags, DIAG_TOO_FEW_ARGS, call, named, count - 1,
             "pass every argument of the function");
        return;
    }
    bool used = LLVMGetFirstUse(call) != NULL;
    if (used && result != LLVMTypeOf(call)) {
        diag(r->diags, DIAG_RETURN_TYPE, call, ctype_text(r->arena, result),
             ctype_text(r->arena, LLVMTypeOf(call)));
        return;
    }
    LLVMValueRef *args = convert_arguments(r, call, type, count - 1);
    if (!args)
        return;
    LLVMValueRef direct = build_direct_call(r, call, fn, args, count - 1);
    if (used)
        LLVMReplaceAllUsesWith(call, direct);
    LLVMInstructionEraseFromParent(call);
}
