/* -fenz-missing=fd: rules for functions that nobody can differentiate, made of central differences.
 *
 * They are rules as a program registers them, in generated functions that call the function at
 * either side of each argument. Its results must depend on its arguments alone, and calls must do
 * nothing else: it takes numbers and returns one, and is declared const. */
#include "emit/differences.h"
#include "emit/derivative.h"
#include "rules/emit.h"
#include <string.h>

struct differences {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef b;
    LLVMValueRef fn;
    LLVMTypeRef type, result;
    unsigned count;
    LLVMValueRef *args;
};

/* ---- which functions ------------------------------------------------------------------------- */

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

/* Attribute `memory` of LLVM: two bits for each kind of memory, which say whether it may be read
 * and written. A function that is declared pure may read what has a derivative. */
static bool accesses_no_memory(LLVMValueRef fn)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAttributeRef a =
        LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    return a && LLVMGetEnumAttributeValue(a) == 0;
}

static bool has_note(LLVMValueRef fn, const char *name)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

/* Something else says what its derivative is. */
static bool has_derivative(LLVMModuleRef m, struct arena *a, LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return LLVMGetIntrinsicID(fn) || rule_is_library_function(fn) || !strncmp(name, "enz_", 4) ||
           has_note(fn, "enzyme_inactive") || has_note(fn, "enzyme_math") ||
           has_note(fn, RULE_CUSTOM_NOTE) || strstr(name, "__enzyme_") ||
           LLVMGetNamedFunction(m, arena_printf(a, "enz_body_%s", name));
}

static bool takes_numbers(LLVMValueRef fn)
{
    LLVMTypeRef t = LLVMGlobalGetValueType(fn);
    bool any = false;
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        LLVMTypeRef p = LLVMTypeOf(LLVMGetParam(fn, k));
        if (!is_number(p) && LLVMGetTypeKind(p) != LLVMIntegerTypeKind)
            return false;
        any |= is_number(p);
    }
    return any && !LLVMIsFunctionVarArg(t) && is_number(LLVMGetReturnType(t));
}

/* ---- the rules ------------------------------------------------------------------------------- */

static LLVMValueRef call_with(struct differences *d, unsigned k, LLVMValueRef x)
{
    LLVMValueRef kept = d->args[k];
    d->args[k] = x;
    LLVMValueRef call = LLVMBuildCall2(d->b, d->type, d->fn, d->args, d->count, "");
    custom_copy_abi(d->fn, call);
    d->args[k] = kept;
    return call;
}

/* A power of two near the cube root of the distance from 1 to the next number: there the error of
 * central differences is least (Nocedal and Wright, Numerical Optimization, 8.1). */
static double step_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind ? 0x1p-8 : 0x1p-17;
}

/* (f(x + h) - f(x - h)) / ((x + h) - (x - h)), h = step max(1, |x|). */
static LLVMValueRef partial(struct differences *d, unsigned k)
{
    LLVMValueRef x = d->args[k];
    LLVMTypeRef t = LLVMTypeOf(x);
    static const char name[] = "llvm.fabs";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef fabs = LLVMGetIntrinsicDeclaration(d->module, id, &t, 1),
                 one = LLVMConstReal(t, 1),
                 size = LLVMBuildCall2(d->b, LLVMGlobalGetValueType(fabs), fabs, &x, 1, ""),
                 large = LLVMBuildFCmp(d->b, LLVMRealOGT, size, one, ""),
                 h = LLVMBuildFMul(d->b, LLVMBuildSelect(d->b, large, size, one, ""),
                                   LLVMConstReal(t, step_of(t)), ""),
                 above = LLVMBuildFAdd(d->b, x, h, ""), below = LLVMBuildFSub(d->b, x, h, ""),
                 rise = LLVMBuildFSub(d->b, call_with(d, k, above), call_with(d, k, below), ""),
                 run = LLVMBuildFSub(d->b, above, below, "");
    return LLVMBuildFDiv(d->b, rise, LLVMBuildFPCast(d->b, run, d->result, ""), "");
}

/* Zero where the factor is, whatever the partial: at the end of the function's domain it is not a
 * number. */
static LLVMValueRef scaled(struct differences *d, LLVMValueRef partial, LLVMValueRef factor)
{
    LLVMTypeRef t = LLVMTypeOf(partial);
    LLVMValueRef f = LLVMBuildFPCast(d->b, factor, t, ""), zero = LLVMConstNull(t),
                 none = LLVMBuildFCmp(d->b, LLVMRealOEQ, f, zero, "");
    return LLVMBuildSelect(d->b, none, zero, LLVMBuildFMul(d->b, partial, f, ""), "");
}

static LLVMValueRef begin(struct differences *d, struct arena *a, const char *what,
                          LLVMTypeRef result, LLVMTypeRef *params, unsigned n)
{
    const char *name = arena_printf(a, "enz.%s.%s", what, LLVMGetValueName(d->fn));
    LLVMValueRef rule =
        LLVMAddFunction(d->module, name, LLVMFunctionType(result, params, n, false));
    LLVMSetLinkage(rule, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(d->b, LLVMAppendBasicBlockInContext(d->context, rule, ""));
    return rule;
}

/* {R, dR} (a0, da0, a1, da1, ...) */
static LLVMValueRef make_forward(struct differences *d, struct arena *a)
{
    unsigned n = 2 * d->count;
    LLVMTypeRef *params = ARENA_ARRAY(a, LLVMTypeRef, n), pair[] = {d->result, d->result};
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(LLVMGetParam(d->fn, k / 2));
    LLVMTypeRef r = LLVMStructTypeInContext(d->context, pair, 2, false);
    LLVMValueRef rule = begin(d, a, "difference_forward", r, params, n);
    LLVMValueRef tangent = LLVMConstNull(d->result), result = LLVMGetUndef(r);
    for (unsigned k = 0; k < d->count; k++)
        d->args[k] = LLVMGetParam(rule, 2 * k);
    for (unsigned k = 0; k < d->count; k++)
        if (is_number(params[2 * k])) {
            LLVMValueRef part = scaled(d, partial(d, k), LLVMGetParam(rule, 2 * k + 1));
            tangent = LLVMIsNull(tangent) ? part : LLVMBuildFAdd(d->b, tangent, part, "");
        }
    LLVMValueRef value = call_with(d, 0, d->args[0]);
    result = LLVMBuildInsertValue(d->b, result, value, 0, "");
    LLVMBuildRet(d->b, LLVMBuildInsertValue(d->b, result, tangent, 1, ""));
    return rule;
}

/* Gradients of the numbers (a0 [, its shadow, if it is an integer], ..., seed). */
static LLVMValueRef make_reverse(struct differences *d, struct arena *a)
{
    LLVMTypeRef *params = ARENA_ARRAY(a, LLVMTypeRef, 2 * d->count + 1),
                *parts = ARENA_ARRAY(a, LLVMTypeRef, d->count);
    unsigned *at = ARENA_ARRAY(a, unsigned, d->count), n = 0, numbers = 0;
    for (unsigned k = 0; k < d->count; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(d->fn, k));
        at[k] = n, params[n++] = t;
        if (is_number(t))
            parts[numbers++] = t;
        else
            params[n++] = t;
    }
    params[n++] = d->result;
    LLVMTypeRef r =
        numbers == 1 ? parts[0] : LLVMStructTypeInContext(d->context, parts, numbers, false);
    LLVMValueRef rule = begin(d, a, "difference_reverse", r, params, n), result = LLVMGetUndef(r),
                 seed = LLVMGetParam(rule, n - 1);
    for (unsigned k = 0; k < d->count; k++)
        d->args[k] = LLVMGetParam(rule, at[k]);
    for (unsigned k = 0, part = 0; k < d->count; k++) {
        LLVMTypeRef t = LLVMTypeOf(d->args[k]);
        if (!is_number(t))
            continue;
        LLVMValueRef amount = LLVMBuildFPCast(d->b, scaled(d, partial(d, k), seed), t, "");
        result = numbers == 1 ? amount : LLVMBuildInsertValue(d->b, result, amount, part, "");
        part++;
    }
    LLVMBuildRet(d->b, result);
    return rule;
}

static void add_rules(struct registry *r, LLVMModuleRef m, struct arena *a, LLVMValueRef fn)
{
    struct differences d = {.module = m,
                            .context = LLVMGetModuleContext(m),
                            .fn = fn,
                            .type = LLVMGlobalGetValueType(fn),
                            .count = LLVMCountParams(fn)};
    d.b = LLVMCreateBuilderInContext(d.context);
    d.result = LLVMGetReturnType(d.type);
    d.args = ARENA_ARRAY(a, LLVMValueRef, d.count);
    LLVMValueRef forward = make_forward(&d, a), reverse = make_reverse(&d, a);
    registry_add_rule(r, fn, forward, NULL, reverse);
    LLVMDisposeBuilder(d.b);
}

void differences_add_rules(struct registry *r, LLVMModuleRef m, struct arena *a)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn) && takes_numbers(fn) &&
            accesses_no_memory(fn) && !has_derivative(m, a, fn))
            add_rules(r, m, a, fn);
    }
}
