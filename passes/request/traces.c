/* Runs of probabilistic programs.
 *
 *     __enzyme_condition(f, args..., enzyme_observations, o, enzyme_likelihood, &l)
 *
 * becomes
 *
 *     struct enz_rt_run run = {0};
 *     enz_rt_run_begin(&run, NULL, o, NULL);
 *     __enzyme_batch(f', args..., &run);        no derivative: a batch of one lane
 *     enz_rt_run_end(&run);
 *     l += run.likelihood;
 *
 * where f' is f with a parameter for the run, which it hands on to samples, observations and the
 * traced versions of functions that it calls and that lead to some. With derivatives it is
 * __enzyme_autodiff(f', args..., enzyme_dup, &run, &d_run, enzyme_const_return), the shadow holding
 * the seed, the adjoint of the likelihood. */
#include "base/target.h"
#include "ir/address.h"
#include "ir/code.h"
#include "request/ctype.h"
#include "request/traces.h"
#include <string.h>

/* Bytes of struct enz_rt_run (runtime/trace.h): a double, and words. */
enum { RUN_WORDS = 21 };

/* One call. */
struct tracing {
    struct traces *t;
    struct reader *r;
    LLVMValueRef call;
    unsigned begin; /* operand behind the function */
    LLVMValueRef trace, observations, gradients, likelihood, seed, library; /* NULL: not given */
    struct value_list active;                                               /* names */
    VEC(unsigned) kept; /* operands that are not about the run */
    bool derivative;
};

/* ---- functions that lead to samples ---------------------------------------------------------- */

static LLVMValueRef callee_of(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    return callee;
}

static void note(struct traces *t, LLVMValueRef fn, struct value_list *work)
{
    if (map_get(&t->sampling, fn))
        return;
    map_put(&t->sampling, fn, fn);
    VEC_PUSH(t->r->arena, work, fn);
}

/* The functions that call what `symbol` names. */
static void note_callers(struct traces *t, LLVMValueRef symbol, struct value_list *work)
{
    for (LLVMUseRef u = LLVMGetFirstUse(symbol); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGlobalAlias(user))
            note_callers(t, user, work);
        else if (code_is_call(user) && LLVMGetCalledValue(user) == symbol)
            note(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), work);
    }
}

static bool has_sampling_operand(const struct traces *t, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (map_get(&t->sampling, LLVMGetOperand(call, k)))
            return true;
    return false;
}

/* Samples behind this call would not be part of the run: it may reach them through a pointer, by a
 * function that gets their address, or as what another entry point is asked for. */
static bool may_sample_unseen(const struct traces *t, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef callee = callee_of(call);
    if (LLVMIsAFunction(callee))
        return LLVMIsDeclaration(callee) && entry_role_of(callee) != ENTRY_TRACE &&
               has_sampling_operand(t, call);
    for (unsigned i = 0; i < t->taken.count && !LLVMIsAInlineAsm(callee); i++)
        if (LLVMGlobalGetValueType(t->taken.items[i]) == type)
            return true;
    return false;
}

static void note_unseen(struct traces *t, LLVMValueRef fn, struct value_list *work)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (code_is_call(i) && may_sample_unseen(t, i)) {
                note(t, fn, work);
                return;
            }
}

static void find_taken(struct traces *t)
{
    t->taken.count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(t->r->module); f; f = LLVMGetNextFunction(f))
        if (map_get(&t->sampling, f) && address_taken(f))
            VEC_PUSH(t->r->arena, &t->taken, f);
}

/* Until there are no more: what calls a function that leads to samples, or may do so unseen, leads
 * to samples. */
static void find_sampling(struct traces *t)
{
    struct value_list work = {0};
    LLVMModuleRef m = t->r->module;
    if (t->known)
        return;
    t->known = true;
    map_init(&t->sampling, t->r->arena);
    map_init(&t->versions, t->r->arena);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (entry_role_of(f) == ENTRY_SAMPLE || entry_role_of(f) == ENTRY_OBSERVE)
            note_callers(t, f, &work);
    for (unsigned next = 0; next < work.count;) {
        for (; next < work.count; next++)
            note_callers(t, work.items[next], &work);
        find_taken(t);
        for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
            if (!map_get(&t->sampling, f))
                note_unseen(t, f, &work);
    }
}

/* ---- traced versions ------------------------------------------------------------------------- */

static LLVMValueRef traced_version(struct traces *t, LLVMValueRef fn);

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at,
                            LLVMAttributeIndex as, struct arena *a)
{
    unsigned n = LLVMGetCallSiteAttributeCount(from, at);
    LLVMAttributeRef *list = ARENA_ARRAY(a, LLVMAttributeRef, n);
    LLVMGetCallSiteAttributes(from, at, list);
    for (unsigned i = 0; i < n; i++)
        LLVMAddCallSiteAttribute(to, as, list[i]);
}

/* The call, with the run as its last argument. */
static void hand_on(struct traces *t, LLVMValueRef call, LLVMValueRef fn, LLVMValueRef run)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = ARENA_ARRAY(t->r->arena, LLVMValueRef, n + 1);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(call, k);
    args[n] = run;
    LLVMValueRef copy = call_in_place(t->r, call, LLVMGlobalGetValueType(fn), fn, args, n + 1);
    LLVMSetInstructionCallConv(copy, LLVMGetInstructionCallConv(call));
    for (unsigned k = 0; k <= n; k++)
        copy_attributes(call, copy, k, k, t->r->arena);
    LLVMReplaceAllUsesWith(call, copy);
    LLVMInstructionEraseFromParent(call);
}

static void trace_calls(struct traces *t, LLVMValueRef version, LLVMValueRef run)
{
    struct value_list calls = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(version); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (code_is_call(i))
                VEC_PUSH(t->r->arena, &calls, i);
    for (unsigned i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], callee = callee_of(call);
        LLVMValueRef next = map_get(&t->sampling, callee) ? traced_version(t, callee) : NULL;
        if (next)
            hand_on(t, call, next, run);
        else if (may_sample_unseen(t, call))
            diag(t->r->diags, DIAG_UNSUPPORTED, call,
                 "a call, not a direct one, of what may be a function with __enzyme_sample");
    }
}

/* fn with the run as its last parameter; NULL after a diagnostic. */
static LLVMValueRef traced_version(struct traces *t, LLVMValueRef fn)
{
    LLVMValueRef version = map_get(&t->versions, fn);
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParamTypes(type);
    if (version)
        return version;
    if (LLVMIsDeclaration(fn) || LLVMIsFunctionVarArg(type)) {
        diag(t->r->diags, DIAG_UNSUPPORTED, fn,
             "a trace of a function without a body, or a variadic one");
        return NULL;
    }
    LLVMTypeRef *types = ARENA_ARRAY(t->r->arena, LLVMTypeRef, n + 1);
    LLVMGetParamTypes(type, types);
    types[n] = target_pointer(t->r->module);
    version = ezb_clone_with_type(t->r->cx, fn,
                                  LLVMFunctionType(LLVMGetReturnType(type), types, n + 1, 0),
                                  arena_printf(t->r->arena, "enz.traced.%s", LLVMGetValueName(fn)));
    map_put(&t->versions, fn, version);
    VEC_PUSH(t->r->arena, &t->made, version);
    function_simplify(t->r, version, "sroa<modify-cfg>,early-cse");
    trace_calls(t, version, LLVMGetParam(version, n));
    samples_replace(t->r, version, LLVMGetParam(version, n));
    ezb_invalidate(t->r->cx, version);
    return version;
}

/* ---- operands -------------------------------------------------------------------------------- */

static LLVMValueRef pointer_operand(struct tracing *c, unsigned k)
{
    return convert_operand(c->r, c->call, k, target_pointer(c->r->module));
}

/* An operand about the run; *k is at its marker, and then at its last value. */
static bool read_marker(struct tracing *c, enum marker m, unsigned *k)
{
    LLVMValueRef *slots[] = {
        [MARKER_TRACE] = &c->trace,           [MARKER_OBSERVATIONS] = &c->observations,
        [MARKER_DUPTRACE] = &c->gradients,    [MARKER_INTERFACE] = &c->library,
        [MARKER_LIKELIHOOD] = &c->likelihood, [MARKER_DUPLIKELIHOOD] = &c->likelihood};
    unsigned n = marker_row(m)->operands;
    if (*k + n >= LLVMGetNumArgOperands(c->call))
        return diag(c->r->diags, DIAG_MARKER_OPERAND, c->call, marker_row(m)->word);
    LLVMValueRef first = pointer_operand(c, *k + 1);
    if (!first)
        return false;
    if (m == MARKER_ACTIVE_RAND_VAR)
        VEC_PUSH(c->r->arena, &c->active, first);
    else
        *slots[m] = first;
    if (m == MARKER_DUPLIKELIHOOD && !(c->seed = pointer_operand(c, *k + 2)))
        return false;
    c->derivative |= m == MARKER_DUPTRACE || m == MARKER_DUPLIKELIHOOD;
    *k += n;
    return true;
}

static bool read_operands(struct tracing *c)
{
    const char *word;
    for (unsigned k = c->begin, n = LLVMGetNumArgOperands(c->call); k < n; k++) {
        enum marker m = marker_of(c->r, LLVMGetOperand(c->call, k), &word);
        bool known = m != MARKER_NONE && m != MARKER_UNKNOWN;
        if (m == MARKER_INTERLEAVE || m == MARKER_WIDTH)
            return diag(c->r->diags, DIAG_UNSUPPORTED_MARKER, c->call, marker_row(m)->word,
                        diag_name(c->r->diags, LLVMGetCalledValue(c->call)));
        if (known && marker_row(m)->role == ROLE_RUN) {
            if (!read_marker(c, m, &k))
                return false;
            continue;
        }
        VEC_PUSH(c->r->arena, &c->kept, k);
        for (unsigned i = 0; known && i < marker_row(m)->operands && k + 1 < n; i++)
            VEC_PUSH(c->r->arena, &c->kept, ++k);
    }
    return true;
}

/* What an entry point is about must be there. */
static bool check_operands(struct tracing *c)
{
    const char *name = diag_name(c->r->diags, LLVMGetCalledValue(c->call));
    static const struct {
        const char *entry, *marker;
        enum marker id;
    } needs[] = {{"trace", "trace", MARKER_TRACE},
                 {"condition", "observations", MARKER_OBSERVATIONS},
                 {"likelihood", "likelihood", MARKER_LIKELIHOOD}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        LLVMValueRef have = needs[i].id == MARKER_TRACE          ? c->trace
                            : needs[i].id == MARKER_OBSERVATIONS ? c->observations
                                                                 : c->likelihood;
        const char *key = arena_printf(c->r->arena, "__enzyme_%s", needs[i].entry);
        if (!have && strstr(LLVMGetValueName(LLVMGetCalledValue(c->call)), key))
            return diag(c->r->diags, DIAG_TRACE_OPERAND, c->call, name, needs[i].marker);
    }
    return true;
}

/* ---- the call -------------------------------------------------------------------------------- */

static LLVMTypeRef number_type(const struct tracing *c)
{
    return LLVMDoubleTypeInContext(c->r->context);
}

static LLVMValueRef new_run(struct tracing *c, const char *name)
{
    LLVMTypeRef words = LLVMArrayType2(target_pointer(c->r->module), RUN_WORDS);
    LLVMTypeRef members[] = {number_type(c), words};
    LLVMTypeRef type = LLVMStructTypeInContext(c->r->context, members, 2, 0);
    LLVMValueRef run = entry_alloca(c->r, c->call, type, name);
    LLVMPositionBuilderBefore(c->r->builder, c->call);
    LLVMBuildStore(c->r->builder, LLVMConstNull(type), run);
    return run;
}

static void call_runtime(struct tracing *c, const char *name, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[6];
    for (unsigned k = 0; k < n; k++)
        types[k] = target_pointer(c->r->module);
    LLVMValueRef fn = run_function(c->r, name, LLVMVoidTypeInContext(c->r->context), types, n);
    LLVMBuildCall2(c->r->builder, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

/* The place of the call, for messages of the runtime. */
static LLVMValueRef place_of_call(struct tracing *c)
{
    const char *file = NULL, *text;
    unsigned line, column;
    if (ezb_debug_loc(c->call, &file, &line, &column))
        text = arena_printf(c->r->arena, "%s:%u:%u", file, line, column);
    else
        text = diag_name(c->r->diags, LLVMGetCalledValue(c->call));
    return LLVMBuildGlobalStringPtr(c->r->builder, text, "");
}

static LLVMValueRef begin_run(struct tracing *c)
{
    LLVMValueRef none = LLVMConstNull(target_pointer(c->r->module)), run = new_run(c, "run");
    LLVMValueRef args[] = {run,
                           c->trace ? c->trace : none,
                           c->observations ? c->observations : none,
                           c->gradients ? c->gradients : none,
                           c->library,
                           c->library ? place_of_call(c) : NULL};
    if (c->library)
        call_runtime(c, "enz_rt_run_library", args, 6);
    else
        call_runtime(c, "enz_rt_run_begin", args, 4);
    for (unsigned i = 0; i < c->active.count; i++) {
        LLVMValueRef name[] = {run, c->active.items[i]};
        call_runtime(c, "enz_rt_run_active", name, 2);
    }
    return run;
}

/* The adjoint of the likelihood: what the caller has, or 1. */
static LLVMValueRef begin_shadow(struct tracing *c)
{
    LLVMValueRef shadow = new_run(c, "run.shadow");
    LLVMValueRef seed = c->seed ? LLVMBuildLoad2(c->r->builder, number_type(c), c->seed, "")
                                : LLVMConstReal(number_type(c), 1);
    LLVMBuildStore(c->r->builder, seed, shadow);
    return shadow;
}

/* Where the call has returned. */
static void position_behind(struct tracing *c, LLVMValueRef call)
{
    if (!LLVMIsAInvokeInst(call)) {
        LLVMPositionBuilderBefore(c->r->builder, LLVMGetNextInstruction(call));
        return;
    }
    LLVMBasicBlockRef edge =
        ezb_split_edge(LLVMGetInstructionParent(call), LLVMGetNormalDest(call));
    LLVMPositionBuilderBefore(c->r->builder, LLVMGetBasicBlockTerminator(edge));
}

static void end_run(struct tracing *c, LLVMValueRef call, LLVMValueRef run)
{
    position_behind(c, call);
    call_runtime(c, "enz_rt_run_end", &run, 1);
    if (!c->likelihood)
        return;
    LLVMBuilderRef b = c->r->builder;
    LLVMValueRef before = LLVMBuildLoad2(b, number_type(c), c->likelihood, "");
    LLVMValueRef sum = LLVMBuildLoad2(b, number_type(c), run, "");
    LLVMBuildStore(b, LLVMBuildFAdd(b, before, sum, ""), c->likelihood);
}

static LLVMValueRef marker_global(struct tracing *c, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(c->r->module, name);
    return g ? g : target_add_global(c->r->module, LLVMInt32TypeInContext(c->r->context), name);
}

/* An entry point that is found by its name, and whose name says where it came from. */
static LLVMValueRef entry_point(struct tracing *c, LLVMTypeRef type)
{
    const char *name = arena_printf(c->r->arena, "%s of %s",
                                    c->derivative ? "__enzyme_autodiff" : "__enzyme_batch",
                                    LLVMGetValueName(LLVMGetCalledValue(c->call)));
    LLVMValueRef fn = LLVMGetNamedFunction(c->r->module, name);
    return fn ? fn : LLVMAddFunction(c->r->module, name, type);
}

/* Without derivatives there are no activities to speak of. */
static bool is_dropped(struct tracing *c, unsigned k)
{
    const char *word;
    return !c->derivative && marker_of(c->r, LLVMGetOperand(c->call, k), &word) == MARKER_CONST;
}

static LLVMValueRef build_call(struct tracing *c, LLVMValueRef version, LLVMValueRef run,
                               LLVMValueRef shadow)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(c->call), NULL, 0, 1);
    LLVMValueRef *args = ARENA_ARRAY(c->r->arena, LLVMValueRef, c->kept.count + 6);
    unsigned *from = ARENA_ARRAY(c->r->arena, unsigned, c->kept.count + 6), n = 0;
    if (c->begin == 2)
        from[n] = 0, args[n++] = LLVMGetOperand(c->call, 0);
    from[n] = c->begin - 1, args[n++] = version;
    for (unsigned i = 0; i < c->kept.count; i++)
        if (!is_dropped(c, c->kept.items[i]))
            from[n] = c->kept.items[i], args[n++] = LLVMGetOperand(c->call, c->kept.items[i]);
    unsigned copied = n;
    if (shadow)
        args[n++] = marker_global(c, "enzyme_dup");
    args[n++] = run;
    if (shadow)
        args[n++] = shadow, args[n++] = marker_global(c, "enzyme_const_return");
    LLVMValueRef call = call_in_place(c->r, c->call, type, entry_point(c, type), args, n);
    for (unsigned k = 0; k < copied; k++)
        copy_attributes(c->call, call, from[k] + 1, k + 1, c->r->arena);
    return call;
}

static void replace(struct tracing *c, LLVMValueRef fn)
{
    LLVMValueRef version = traced_version(c->t, fn);
    if (!version)
        return;
    LLVMValueRef run = begin_run(c), shadow = c->derivative ? begin_shadow(c) : NULL;
    LLVMValueRef call = build_call(c, version, run, shadow);
    LLVMReplaceAllUsesWith(c->call, call);
    LLVMInstructionEraseFromParent(c->call);
    end_run(c, call, run);
}

/* The call, whose function is operand `operand`, runs fn. */
static void replace_by_run(struct traces *t, LLVMValueRef call, unsigned operand, LLVMValueRef fn)
{
    struct tracing c = {.t = t, .r = t->r, .call = call, .begin = operand + 1};
    LLVMPositionBuilderBefore(t->r->builder, call);
    if (read_operands(&c) && check_operands(&c))
        replace(&c, fn);
}

void trace_replace(struct traces *t, LLVMValueRef call)
{
    unsigned operand = operand_attribute_type(call, 0, "sret") ? 1 : 0;
    struct value_list functions = {0}, calls = {0};
    find_sampling(t);
    if (operand >= LLVMGetNumArgOperands(call) ||
        !operand_functions(t->r, LLVMGetOperand(call, operand), &functions)) {
        diag(t->r->diags, DIAG_FN_NOT_FOUND, call, "missing, or not known");
        return;
    }
    if (functions.count == 1)
        VEC_PUSH(t->r->arena, &calls, call);
    else
        calls_split_by_function(t->r, call, operand, &functions, &calls);
    for (unsigned i = 0; i < calls.count; i++)
        replace_by_run(t, calls.items[i], operand, functions.items[i]);
}
