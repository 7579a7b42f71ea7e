/* See virtual.h: the operands of the entry point, and the order of what is done. */
#include "virtual/virtual.h"
#include "base/target.h"
#include <string.h>

bool virtual_refuse(struct virtual_uses *u, LLVMValueRef at, const char *what)
{
    return !u->array->unread && diag(u->v->diags, DIAG_VIRTUAL_USE, at, what);
}

/* ---- operands ---- */

static bool malformed(struct virtuals *v, const struct virtual_array *a, const char *why)
{
    return diag(v->diags, DIAG_VIRTUAL_ARRAY, a->call,
                diag_name(v->diags, LLVMGetCalledValue(a->call)), why);
}

static LLVMTypeRef parameter(LLVMValueRef fn, unsigned i)
{
    return LLVMTypeOf(LLVMGetParam(fn, i));
}

static bool is_number(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMIntegerTypeKind: return true;
    default: return false;
    }
}

/* What C has promoted comes back. */
static LLVMValueRef as_parameter(struct virtuals *v, LLVMValueRef call, LLVMValueRef value,
                                 LLVMTypeRef want)
{
    LLVMTypeRef have = LLVMTypeOf(value);
    LLVMTypeKind h = LLVMGetTypeKind(have), w = LLVMGetTypeKind(want);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(v->module));
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef as = NULL;
    if (have == want)
        as = value;
    else if (h == LLVMDoubleTypeKind && w == LLVMFloatTypeKind)
        as = LLVMBuildFPTrunc(b, value, want, "");
    else if (h == LLVMIntegerTypeKind && w == h && LLVMGetIntTypeWidth(have) == 32 &&
             LLVMGetIntTypeWidth(want) < 32)
        as = LLVMBuildTrunc(b, value, want, "");
    LLVMDisposeBuilder(b);
    return as;
}

/* The captured operands fit the parameters of fn from `first` on. Those that have to be converted
 * are, once for both functions. */
static bool fit_captured(struct virtuals *v, struct virtual_array *a, LLVMValueRef fn,
                         unsigned first)
{
    unsigned n = LLVMCountParams(fn);
    if (n != first + a->captured_count)
        return malformed(v, a,
                         arena_printf(v->arena, "%s has %u parameters, and would be given %u",
                                      diag_name(v->diags, fn), n, first + a->captured_count));
    for (unsigned i = 0; i < a->captured_count; i++) {
        LLVMValueRef as = as_parameter(v, a->call, a->captured[i], parameter(fn, first + i));
        if (!as)
            return malformed(v, a,
                             arena_printf(v->arena,
                                          "%s would be given parameter %u with another "
                                          "type",
                                          diag_name(v->diags, fn), first + i + 1));
        a->captured[i] = as;
    }
    return true;
}

static bool check_functions(struct virtuals *v, struct virtual_array *a)
{
    LLVMTypeRef size = target_size(v->module), element = a->element;
    LLVMValueRef load = a->load, store = a->store;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(load)) ||
        LLVMIsFunctionVarArg(LLVMGlobalGetValueType(store)))
        return malformed(v, a, "its functions are variadic");
    if (!is_number(element))
        return malformed(v, a, "the first function does not return a number");
    if (!LLVMCountParams(load) || parameter(load, 0) != size)
        return malformed(v, a, "the first function does not begin with a parameter size_t");
    if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(store))) != LLVMVoidTypeKind)
        return malformed(v, a, "the second function returns something");
    if (LLVMCountParams(store) < 2 || parameter(store, 0) != element || parameter(store, 1) != size)
        return malformed(v, a,
                         "the second function does not begin with what the first one "
                         "returns, and size_t");
    return true;
}

static bool take_captured(struct virtuals *v, struct virtual_array *a)
{
    a->captured_count = LLVMGetNumArgOperands(a->call) - 2;
    a->captured = ARENA_ARRAY(v->arena, LLVMValueRef, a->captured_count);
    for (unsigned i = 0; i < a->captured_count; i++)
        a->captured[i] = LLVMGetOperand(a->call, i + 2);
    return fit_captured(v, a, a->load, 1) && fit_captured(v, a, a->store, 2);
}

/* ---- addresses ---- */

/* Addresses that no memory has, each in the middle of its own part. */
enum { PART = 48, MOST_ARRAYS = 1 << 14 };

static LLVMValueRef address_of(struct virtuals *v, struct virtual_array *a)
{
    a->base = (UINT64_C(1) << 62) + ((uint64_t)(v->made++ % MOST_ARRAYS) << PART) +
              (UINT64_C(1) << (PART - 1));
    LLVMTypeRef pointer = LLVMTypeOf(a->call);
    return LLVMConstIntToPtr(target_bytes(v->module, a->base), pointer);
}

/* ---- all of it ---- */

static LLVMValueRef function_around(LLVMValueRef inst)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

static bool replace(struct virtuals *v, struct virtual_array *a)
{
    struct virtual_uses u = {.v = v, .array = a};
    map_init(&u.derived, v->arena);
    return virtual_find_uses(&u) && take_captured(v, a) && virtual_check_sums(&u) &&
           virtual_replace_accesses(&u);
}

bool virtual_lower(struct virtuals *v, LLVMValueRef call, LLVMValueRef load, LLVMValueRef store,
                   bool seen_through)
{
    struct virtual_array a = {
        .call = call, .load = load, .store = store, .seen_through = seen_through};
    struct diag_frame frame = {.at = call, .text = "the virtual array is made here"};
    LLVMValueRef fn = function_around(call);
    a.element = LLVMGetReturnType(LLVMGlobalGetValueType(load));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
        return malformed(v, &a, "it does not return a pointer");
    if (!check_functions(v, &a))
        return false;
    diag_push(v->diags, &frame);
    LLVMValueRef address = address_of(v, &a);
    bool ok = replace(v, &a);
    diag_pop(v->diags);
    if (!ok)
        return false;
    LLVMReplaceAllUsesWith(call, address);
    LLVMInstructionEraseFromParent(call);
    ezb_invalidate(v->cx, fn);
    return true;
}
