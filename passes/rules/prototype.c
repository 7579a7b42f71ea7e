/* Library functions under other prototypes: one check of all calls, then one rewrite. Uses that are
 * no calls get the new declaration; the linker may have merged units that declare the function
 * differently. */
#include "rules/prototype.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) call_list;

static LLVMTypeRef *parameters_of(struct arena *a, LLVMTypeRef type)
{
    LLVMTypeRef *types = ARENA_ARRAY(a, LLVMTypeRef, LLVMCountParamTypes(type) + 1);
    LLVMGetParamTypes(type, types);
    return types;
}

static bool is_kind(LLVMTypeRef type, LLVMTypeKind kind)
{
    return LLVMGetTypeKind(type) == kind;
}

/* By its parameters: everything by address. */
static bool is_fortran(struct arena *a, LLVMTypeRef type)
{
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = parameters_of(a, type);
    for (unsigned i = 0; i < n; i++)
        if (!is_kind(types[i], LLVMPointerTypeKind))
            return false;
    return n > 0 && !LLVMIsFunctionVarArg(type);
}

static bool result_fits(LLVMTypeRef have, LLVMTypeRef want, bool fortran)
{
    return have == want ||
           (fortran && is_kind(want, LLVMVoidTypeKind) && is_kind(have, LLVMIntegerTypeKind));
}

static bool arguments_fit(LLVMValueRef call, unsigned n, LLVMTypeRef const *types, bool fortran)
{
    unsigned count = LLVMGetNumArgOperands(call);
    if (count < n || (count > n && !fortran))
        return false;
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef have = LLVMTypeOf(LLVMGetOperand(call, i));
        if (i < n ? have != types[i] : !is_kind(have, LLVMIntegerTypeKind))
            return false;
    }
    return true;
}

static bool collect_calls(struct arena *a, LLVMValueRef fn, LLVMTypeRef type, call_list *calls)
{
    bool fortran = is_fortran(a, type);
    LLVMTypeRef *types = parameters_of(a, type);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn ||
            LLVMGetCalledFunctionType(call) == type)
            continue;
        if (!result_fits(LLVMTypeOf(call), LLVMGetReturnType(type), fortran) ||
            !arguments_fit(call, LLVMCountParamTypes(type), types, fortran))
            return false;
        VEC_PUSH(a, calls, call);
    }
    return true;
}

static void rewrite_call(struct arena *a, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef fn,
                         LLVMTypeRef type)
{
    unsigned n = LLVMCountParamTypes(type);
    LLVMValueRef *args = ARENA_ARRAY(a, LLVMValueRef, n + 1);
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef result = LLVMBuildCall2(b, type, fn, args, n, "");
    LLVMSetInstructionCallConv(result, LLVMGetInstructionCallConv(call));
    LLVMTypeRef have = LLVMTypeOf(call);
    if (!is_kind(have, LLVMVoidTypeKind))
        LLVMReplaceAllUsesWith(call, have == LLVMTypeOf(result) ? result : LLVMConstNull(have));
    LLVMInstructionEraseFromParent(call);
}

/* The same declaration with another type. */
static LLVMValueRef declare_again(struct arena *a, LLVMValueRef fn, LLVMTypeRef type)
{
    size_t length;
    const char *name = arena_strdup(a, LLVMGetValueName2(fn, &length));
    LLVMSetValueName2(fn, "", 0);
    LLVMValueRef typed = LLVMAddFunction(LLVMGetGlobalParent(fn), name, type);
    LLVMSetLinkage(typed, LLVMGetLinkage(fn));
    LLVMReplaceAllUsesWith(fn, typed);
    LLVMDeleteFunction(fn);
    return typed;
}

LLVMValueRef prototype_adopt(struct arena *a, LLVMValueRef fn, LLVMTypeRef type)
{
    call_list calls = {0};
    bool same = LLVMGlobalGetValueType(fn) == type;
    if (LLVMIsFunctionVarArg(type) || !collect_calls(a, fn, type, &calls) ||
        (!same && !calls.count))
        return same ? fn : NULL;
    LLVMValueRef typed = same ? fn : declare_again(a, fn, type);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
    for (unsigned i = 0; i < calls.count; i++)
        rewrite_call(a, b, calls.items[i], typed, type);
    LLVMDisposeBuilder(b);
    return typed;
}

bool prototype_is_settled(struct arena *a, LLVMValueRef fn)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = parameters_of(a, type);
    if (LLVMIsFunctionVarArg(type) || (n > 0 && is_kind(types[0], LLVMPointerTypeKind) &&
                                       (is_kind(LLVMGetReturnType(type), LLVMIntegerTypeKind) ||
                                        is_kind(types[n - 1], LLVMIntegerTypeKind))))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn &&
            LLVMGetCalledFunctionType(call) != type)
            return false;
    }
    return true;
}
