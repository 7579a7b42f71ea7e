/* Random choices and observations.
 *
 * In a run, a choice is a function of its own, one for each pair of sampler and density:
 *
 *     T enz.sample(run, name, p...) {
 *         c = enz_rt_run_next(run, name);
 *         v = enz_rt_run_seen(run, c) ? what was observed : sampler(p...);
 *         v = enz_rt_choice(run, c, v);        a number: its adjoint is the choice's gradient
 *         score = density(p..., v);
 *         run->likelihood += score;
 *         enz_rt_run_record(run, c, v, score);
 *         return v; }
 *
 * The sampler has no derivative: a choice is a variable of the density, whatever it was drawn from.
 * An observation is the same with a value that is there, and so no choice. */
#include "base/type.h"
#include "ir/code.h"
#include "request/ctype.h"
#include "request/traces.h"
#include <string.h>

struct sample {
    struct reader *r;
    LLVMValueRef call, sampler, density; /* sampler NULL: an observation */
    LLVMTypeRef value;                   /* type of the choice */
    LLVMTypeRef *params;                 /* of the distribution */
    unsigned count, first;               /* operand of the first of them */
};

/* ---- reading --------------------------------------------------------------------------------- */

static LLVMValueRef named_function(struct sample *s, unsigned operand)
{
    struct value_list list = {0};
    LLVMValueRef v = LLVMGetOperand(s->call, operand);
    if (operand_functions(s->r, v, &list) && list.count == 1)
        return list.items[0];
    diag(s->r->diags, DIAG_FN_NOT_FOUND, s->call, operand_describe(v));
    return NULL;
}

/* A number or an integer that traces can keep. */
static bool is_choice(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMDoubleTypeKind || k == LLVMFloatTypeKind ||
           (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64);
}

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMDoubleTypeKind || k == LLVMFloatTypeKind;
}

static bool is_plain(LLVMValueRef fn)
{
    static const char *const kinds[] = {"sret", "byval"};
    for (unsigned k = 0, n = LLVMCountParams(fn); k < n; k++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (LLVMGetEnumAttributeAtIndex(
                    fn, k + 1, LLVMGetEnumAttributeKindForName(kinds[i], strlen(kinds[i]))))
                return false;
    return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

/* density(p..., value) is a number, and sampler(p...) a value. */
static bool types_fit(struct sample *s)
{
    LLVMTypeRef d = LLVMGlobalGetValueType(s->density);
    unsigned n = LLVMCountParamTypes(d);
    if (!is_plain(s->density) || !n || !is_number(LLVMGetReturnType(d)))
        return false;
    s->params = ARENA_ARRAY(s->r->arena, LLVMTypeRef, n);
    LLVMGetParamTypes(d, s->params);
    s->count = n - 1;
    s->value = s->params[n - 1];
    if (!is_choice(s->value) || LLVMTypeOf(s->call) != s->value)
        return false;
    if (!s->sampler)
        return true;
    LLVMTypeRef t = LLVMGlobalGetValueType(s->sampler);
    LLVMTypeRef *own = ARENA_ARRAY(s->r->arena, LLVMTypeRef, n);
    if (!is_plain(s->sampler) || LLVMCountParamTypes(t) != s->count ||
        LLVMGetReturnType(t) != s->value)
        return false;
    LLVMGetParamTypes(t, own);
    return !s->count || !memcmp(own, s->params, s->count * sizeof *own);
}

static bool read_sample(struct sample *s)
{
    bool observation = entry_role_of(LLVMGetCalledValue(s->call)) == ENTRY_OBSERVE;
    unsigned n = LLVMGetNumArgOperands(s->call);
    s->first = 3;
    if (n < s->first)
        return diag(s->r->diags, DIAG_TOO_FEW_ARGS, s->call, s->first, n,
                    "pass two functions or a value and a function, a name and the parameters");
    if ((!observation && !(s->sampler = named_function(s, 0))) ||
        !(s->density = named_function(s, 1)))
        return false;
    if (!types_fit(s))
        return diag(s->r->diags, DIAG_SAMPLE_TYPE, s->call, diag_name(s->r->diags, s->density),
                    s->sampler ? diag_name(s->r->diags, s->sampler) : "observation");
    if (n - s->first != s->count)
        return diag(s->r->diags, DIAG_TOO_FEW_ARGS, s->call, s->count, n - s->first,
                    "pass every parameter of the distribution");
    return true;
}

/* ---- the function ---------------------------------------------------------------------------- */

LLVMValueRef run_function(struct reader *r, const char *name, LLVMTypeRef result,
                          LLVMTypeRef const *params, unsigned count)
{
    LLVMValueRef fn = LLVMGetNamedFunction(r->module, name);
    LLVMTypeRef *copy = ARENA_ARRAY(r->arena, LLVMTypeRef, count);
    memcpy(copy, params, count * sizeof *params);
    return fn ? fn : LLVMAddFunction(r->module, name, LLVMFunctionType(result, copy, count, 0));
}

static LLVMValueRef call_runtime(struct reader *r, LLVMBuilderRef b, const char *name,
                                 LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[4];
    for (unsigned k = 0; k < n; k++)
        types[k] = LLVMTypeOf(args[k]);
    LLVMValueRef fn = run_function(r, name, result, types, n);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

struct body {
    struct sample *s;
    LLVMBuilderRef b;
    LLVMValueRef fn, run, choice;
    LLVMTypeRef wide; /* what the runtime keeps: double or i64 */
};

static LLVMValueRef widen(struct body *y, LLVMValueRef v)
{
    return is_number(LLVMTypeOf(v)) ? LLVMBuildFPCast(y->b, v, y->wide, "")
                                    : LLVMBuildIntCast2(y->b, v, y->wide, 1, "");
}

static LLVMValueRef narrow(struct body *y, LLVMValueRef v)
{
    return is_number(y->s->value) ? LLVMBuildFPCast(y->b, v, y->s->value, "")
                                  : LLVMBuildIntCast2(y->b, v, y->s->value, 1, "");
}

static void mark_inactive(struct reader *r, LLVMValueRef call)
{
    static const char note[] = "enzyme_inactive";
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(r->context, note, sizeof note - 1, "", 0));
}

static LLVMValueRef *parameters(struct body *y, LLVMValueRef value)
{
    unsigned n = y->s->count, skipped = LLVMCountParams(y->fn) - n;
    LLVMValueRef *args = ARENA_ARRAY(y->s->r->arena, LLVMValueRef, n + 1);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetParam(y->fn, skipped + k);
    args[n] = value;
    return args;
}

/* The value: observed, or drawn. */
static LLVMValueRef choose(struct body *y)
{
    struct sample *s = y->s;
    LLVMContextRef c = s->r->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
    LLVMValueRef args[] = {y->run, y->choice}, values[2];
    LLVMBasicBlockRef blocks[] = {LLVMAppendBasicBlockInContext(c, y->fn, "observed"),
                                  LLVMAppendBasicBlockInContext(c, y->fn, "drawn")};
    LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(c, y->fn, "chosen");
    LLVMValueRef seen = call_runtime(s->r, y->b, "enz_rt_run_seen", i32, args, 2);
    LLVMBuildCondBr(y->b, LLVMBuildICmp(y->b, LLVMIntNE, seen, LLVMConstNull(i32), ""), blocks[0],
                    blocks[1]);
    LLVMPositionBuilderAtEnd(y->b, blocks[0]);
    values[0] =
        narrow(y, call_runtime(s->r, y->b,
                               is_number(s->value) ? "enz_rt_run_number" : "enz_rt_run_integer",
                               y->wide, args, 2));
    LLVMBuildBr(y->b, join);
    LLVMPositionBuilderAtEnd(y->b, blocks[1]);
    values[1] = LLVMBuildCall2(y->b, LLVMGlobalGetValueType(s->sampler), s->sampler,
                               parameters(y, NULL), s->count, "");
    LLVMSetInstructionCallConv(values[1], LLVMGetFunctionCallConv(s->sampler));
    mark_inactive(s->r, values[1]);
    LLVMBuildBr(y->b, join);
    LLVMPositionBuilderAtEnd(y->b, join);
    LLVMValueRef v = LLVMBuildPhi(y->b, s->value, "");
    LLVMAddIncoming(v, values, blocks, 2);
    if (!is_number(s->value))
        return v;
    LLVMValueRef choice[] = {y->run, y->choice, widen(y, v)};
    return narrow(y, call_runtime(s->r, y->b, "enz_rt_choice", y->wide, choice, 3));
}

/* run->likelihood += density(p..., v), and the record of it. */
static void score(struct body *y, LLVMValueRef v)
{
    struct sample *s = y->s;
    LLVMTypeRef number = LLVMDoubleTypeInContext(s->r->context);
    LLVMValueRef one = LLVMBuildCall2(y->b, LLVMGlobalGetValueType(s->density), s->density,
                                      parameters(y, v), s->count + 1, "");
    LLVMSetInstructionCallConv(one, LLVMGetFunctionCallConv(s->density));
    one = LLVMBuildFPCast(y->b, one, number, "");
    LLVMValueRef sum = LLVMBuildLoad2(y->b, number, y->run, "");
    LLVMBuildStore(y->b, LLVMBuildFAdd(y->b, sum, one, ""), y->run);
    LLVMValueRef args[] = {y->run, y->choice, widen(y, v), one};
    call_runtime(s->r, y->b,
                 is_number(s->value) ? "enz_rt_run_record_number" : "enz_rt_run_record_integer",
                 LLVMVoidTypeInContext(s->r->context), args, 4);
}

/* T enz.sample(run, name, p...), or void enz.observe(run, name, value, p...). */
static LLVMValueRef build_function(struct sample *s, const char *name)
{
    LLVMContextRef c = s->r->context;
    LLVMTypeRef ptr = LLVMPointerTypeInContext(c, 0);
    LLVMTypeRef *types = ARENA_ARRAY(s->r->arena, LLVMTypeRef, s->count + 3);
    unsigned n = 0;
    types[n++] = ptr, types[n++] = ptr;
    if (!s->sampler)
        types[n++] = s->value;
    for (unsigned k = 0; k < s->count; k++)
        types[n++] = s->params[k];
    LLVMTypeRef result = s->sampler ? s->value : LLVMVoidTypeInContext(c);
    struct body y = {.s = s, .b = LLVMCreateBuilderInContext(c)};
    y.fn = LLVMAddFunction(s->r->module, name, LLVMFunctionType(result, types, n, 0));
    y.wide = is_number(s->value) ? LLVMDoubleTypeInContext(c) : LLVMInt64TypeInContext(c);
    LLVMSetLinkage(y.fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(y.b, LLVMAppendBasicBlockInContext(c, y.fn, ""));
    y.run = LLVMGetParam(y.fn, 0);
    uint64_t size = LLVMStoreSizeOfType(s->r->layout, s->value);
    LLVMValueRef next[] = {y.run, LLVMGetParam(y.fn, 1),
                           LLVMConstInt(LLVMInt32TypeInContext(c), size, 0)};
    y.choice = call_runtime(s->r, y.b, "enz_rt_run_next", LLVMInt64TypeInContext(c), next, 3);
    LLVMValueRef v = s->sampler ? choose(&y) : LLVMGetParam(y.fn, 2);
    score(&y, v);
    if (s->sampler)
        LLVMBuildRet(y.b, v);
    else
        LLVMBuildRetVoid(y.b);
    LLVMDisposeBuilder(y.b);
    return y.fn;
}

static LLVMValueRef function_for(struct sample *s)
{
    const char *density = LLVMGetValueName(s->density);
    const char *name = s->sampler ? arena_printf(s->r->arena, "enz.sample.%s.%s",
                                                 LLVMGetValueName(s->sampler), density)
                                  : arena_printf(s->r->arena, "enz.observe.%s", density);
    LLVMValueRef fn = LLVMGetNamedFunction(s->r->module, name);
    return fn ? fn : build_function(s, name);
}

/* ---- the call -------------------------------------------------------------------------------- */

LLVMValueRef call_in_place(struct reader *r, LLVMValueRef old, LLVMTypeRef type, LLVMValueRef fn,
                           LLVMValueRef *args, unsigned count)
{
    LLVMPositionBuilderBefore(r->builder, old);
    LLVMValueRef call = LLVMIsAInvokeInst(old)
                            ? LLVMBuildInvoke2(r->builder, type, fn, args, count,
                                               LLVMGetNormalDest(old), LLVMGetUnwindDest(old), "")
                            : LLVMBuildCall2(r->builder, type, fn, args, count, "");
    ezb_set_debug_loc(call, old);
    return call;
}

static bool convert_parameters(struct sample *s, LLVMValueRef *args)
{
    for (unsigned k = 0; k < s->count; k++)
        if (!(args[k] = convert_operand(s->r, s->call, s->first + k, s->params[k])))
            return false;
    return true;
}

static void finish(LLVMValueRef call, LLVMValueRef with)
{
    LLVMReplaceAllUsesWith(call, with);
    LLVMInstructionEraseFromParent(call);
}

/* Outside of runs: drawn, or nothing but its value. */
static void replace_outside(struct sample *s)
{
    LLVMValueRef *args = ARENA_ARRAY(s->r->arena, LLVMValueRef, s->count);
    if (!s->sampler && LLVMIsAInvokeInst(s->call))
        s->call = ezb_invoke_to_call(s->call, 0);
    if (!s->sampler) {
        LLVMValueRef value = convert_operand(s->r, s->call, 0, s->value);
        if (value)
            finish(s->call, value);
        return;
    }
    if (!convert_parameters(s, args))
        return;
    LLVMValueRef drawn = call_in_place(s->r, s->call, LLVMGlobalGetValueType(s->sampler),
                                       s->sampler, args, s->count);
    LLVMSetInstructionCallConv(drawn, LLVMGetFunctionCallConv(s->sampler));
    finish(s->call, drawn);
}

void sample_replace(struct reader *r, LLVMValueRef call, LLVMValueRef run)
{
    struct sample s = {.r = r, .call = call};
    if (!read_sample(&s))
        return;
    if (!run) {
        replace_outside(&s);
        return;
    }
    LLVMValueRef *args = ARENA_ARRAY(r->arena, LLVMValueRef, s.count + 3);
    LLVMValueRef observed = s.sampler ? NULL : convert_operand(r, call, 0, s.value);
    LLVMValueRef name = convert_operand(r, call, 2, LLVMPointerTypeInContext(r->context, 0));
    if (!name || (!s.sampler && !observed) || !convert_parameters(&s, args + (observed ? 3 : 2)))
        return;
    args[0] = run, args[1] = name;
    if (observed)
        args[2] = observed;
    LLVMValueRef fn = function_for(&s);
    LLVMValueRef made =
        call_in_place(r, call, LLVMGlobalGetValueType(fn), fn, args, LLVMCountParams(fn));
    finish(call, observed ? observed : made);
}

void samples_replace(struct reader *r, LLVMValueRef fn, LLVMValueRef run)
{
    struct value_list calls = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            bool call = code_is_call(i);
            enum entry_role role = call && LLVMIsAFunction(LLVMGetCalledValue(i))
                                       ? entry_role_of(LLVMGetCalledValue(i))
                                       : ENTRY_NONE;
            if (role == ENTRY_SAMPLE || role == ENTRY_OBSERVE)
                VEC_PUSH(r->arena, &calls, i);
        }
    for (unsigned i = 0; i < calls.count; i++)
        sample_replace(r, calls.items[i], run);
}
