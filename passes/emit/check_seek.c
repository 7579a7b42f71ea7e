/* See check.h. Where the derivative of a function is wrong, the run goes through the forward
 * derivative once more: in front of each call it compares the derivatives of the function that is
 * called, at the arguments and in the memory of that very call (runtime/check_seek.c). */
#include "emit/check_wrap.h"
#include "base/options.h"
#include "base/target.h"
#include "ir/constants.h"
#include "ir/text.h"
#include "rules/emit.h"
#include <string.h>

/* ---- calls ---- */

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind || k == LLVMX86_FP80TypeKind;
}

/* Around a function with a rule (engine.c): its only call is what the caller compares. */
static bool is_wrapper(struct gen *g)
{
    LLVMValueRef fn = prepare_original(g->emission->prepare, g->deriv->key.fn);
    return !strncmp(text_function_name(g->arena, fn), "enz.call.", 9);
}

static struct check_callee callee_of_derivative(struct gen *g, unsigned v)
{
    const struct derivative *d = gen_callee(g, v);
    LLVMTypeRef result = LLVMTypeOf(g->f->values[v]);
    struct check_callee made = {.fn = prepare_original(g->emission->prepare, d->key.fn),
                                .count = LLVMCountParams(d->key.fn),
                                .args = d->key.args,
                                .ret_active = d->key.ret_active && is_number(result)};
    made.params = ARENA_ARRAY(g->arena, LLVMTypeRef, made.count + 1);
    for (unsigned k = 0; k < made.count; k++)
        made.params[k] = LLVMTypeOf(LLVMGetParam(d->key.fn, k));
    return made;
}

/* A function of the program that is differentiated like one of a library. */
static struct check_callee callee_of_rule(struct gen *g, unsigned v)
{
    LLVMValueRef fn = prepare_original(g->emission->prepare, g->f->calls[v].callee);
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    struct check_callee made = {.fn = fn, .count = LLVMCountParams(fn), .ret_active = true};
    uint8_t *args = ARENA_ARRAY(g->arena, uint8_t, made.count + 1);
    bool numbers = is_number(LLVMGetReturnType(type)) && !LLVMIsFunctionVarArg(type);
    made.params = ARENA_ARRAY(g->arena, LLVMTypeRef, made.count + 1);
    for (unsigned k = 0; k < made.count; k++) {
        made.params[k] = LLVMTypeOf(LLVMGetParam(fn, k));
        args[k] = is_number(made.params[k]) ? STATE_VARIED : STATE_NONE;
        numbers &= args[k] || LLVMGetTypeKind(made.params[k]) == LLVMIntegerTypeKind;
    }
    made.args = args;
    if (!numbers)
        made.fn = NULL;
    return made;
}

static struct check_callee callee_of(struct gen *g, unsigned v)
{
    const struct call_info *call = &g->f->calls[v];
    bool derived = bits_get(&g->a->active_calls, v) && gen_callee(g, v);
    LLVMValueRef inst = g->f->values[v];
    if (derived && (call->cls == CALL_DEFINED || call->cls == CALL_CUSTOM))
        return callee_of_derivative(g, v);
    bool ruled = call->cls == CALL_RULE && LLVMIsACallInst(inst) && call->callee &&
                 !LLVMIsDeclaration(call->callee) && g->a->state[v] & STATE_VARIED;
    return ruled ? callee_of_rule(g, v) : (struct check_callee){0};
}

static bool same_callee(const struct check_callee *a, const struct check_callee *b)
{
    return a->fn == b->fn && a->ret_active == b->ret_active && a->count == b->count &&
           !memcmp(a->args, b->args, a->count) &&
           !memcmp(a->params, b->params, a->count * sizeof *a->params);
}

static LLVMValueRef declare_seek(struct gen *g, const struct check_callee *c)
{
    LLVMTypeRef ptr = gen_ptr_type(g),
                *types = ARENA_ARRAY(g->arena, LLVMTypeRef, 2 * c->count + 1);
    unsigned n = 0;
    types[n++] = ptr;
    for (unsigned k = 0; k < c->count; k++) {
        types[n++] = c->params[k];
        if (c->args[k] & STATE_ACTIVE)
            types[n++] = c->params[k];
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(g->context), types, n, false);
    const char *name = arena_printf(g->arena, CHECK_SEEK "%s", text_function_name(g->arena, c->fn));
    LLVMValueRef seek = LLVMAddFunction(g->module, name, type);
    LLVMSetLinkage(seek, LLVMInternalLinkage);
    return seek;
}

static LLVMValueRef seek_of(struct gen *g, struct check_callee *c)
{
    struct check_callees *all = g->emission->callees;
    for (unsigned i = 0; i < all->all.count; i++)
        if (same_callee(&all->all.items[i], c))
            return all->all.items[i].seek;
    c->seek = declare_seek(g, c);
    VEC_PUSH(g->emission->arena, &all->all, *c);
    return c->seek;
}

void gen_check_call(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (!g->deriv->key.checked || !g->emission->callees || !LLVMIsACallInst(inst) || is_wrapper(g))
        return;
    struct check_callee c = callee_of(g, v);
    if (!c.fn || c.count > LLVMGetNumArgOperands(inst))
        return;
    LLVMValueRef seek = seek_of(g, &c),
                 *args = ARENA_ARRAY(g->arena, LLVMValueRef, 2 * c.count + 1);
    unsigned n = 0;
    args[n++] = gen_where(g, inst);
    for (unsigned k = 0; k < c.count; k++) {
        args[n++] = gen_primal(g, LLVMGetOperand(inst, k));
        if (c.args[k] & STATE_ACTIVE)
            args[n++] = gen_shadow(g, LLVMGetOperand(inst, k), 0);
    }
    gen_call(g, seek, args, n);
}

/* ---- what they call ---- */

static LLVMBasicBlockRef add_block(struct emission *e, LLVMValueRef fn)
{
    return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(e->module), fn, "");
}

void check_drop_callee(struct emission *e, const struct check_callee *callee)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    LLVMPositionBuilderAtEnd(b, add_block(e, callee->seek));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

/* Global: struct enz_rt_check_callee. */
static LLVMValueRef make_record(struct wrapper *w, const struct check_callee *callee,
                                const char *rules, const char *why)
{
    LLVMValueRef fields[] = {constants_text(w->b, diag_name(w->e->diags, callee->fn)),
                             constants_text(w->b, rules),
                             why ? constants_text(w->b, why) : LLVMConstNull(w->ptr),
                             LLVMConstInt(w->i64, check_wishes(w), 0), LLVMConstInt(w->i64, 0, 0)};
    LLVMValueRef value = LLVMConstStructInContext(LLVMGetModuleContext(w->e->module), fields, 5, 0),
                 record = LLVMAddGlobal(w->e->module, LLVMTypeOf(value), "enz.check.callee");
    LLVMSetLinkage(record, LLVMInternalLinkage);
    LLVMSetInitializer(record, value);
    return record;
}

/* Arguments and shadows as they came; in reverse mode, with seed 1, in forward mode with tangents
 * that the runtime makes up, and a kind map of its own. */
static void fill_arguments(struct wrapper *w, LLVMValueRef seek, LLVMValueRef *args)
{
    bool forward = w->d->key.kind == GEN_FORWARD;
    unsigned n = 0, from = 1;
    for (unsigned k = 0, count = LLVMCountParams(w->d->key.fn); k < count; k++) {
        LLVMValueRef value = args[n++] = LLVMGetParam(seek, from++);
        if (derivative_param_shadow(w->d, k))
            args[n++] = LLVMGetParam(seek, from++);
        if (!forward || !derivative_param_varied(w->d, k))
            continue;
        LLVMValueRef ask[] = {LLVMConstInt(w->i64, k, 0), check_as_double(w, value)},
                     v = check_runtime(w, "enz_rt_check_some", w->f64, ask, 2);
        args[n++] = LLVMBuildFPCast(w->b, v, LLVMTypeOf(value), "");
    }
    if (!forward && w->d->key.ret_active)
        args[n++] = LLVMConstReal(w->d->ret_tangent, 1);
    if (w->d->follows)
        args[n] = LLVMConstNull(w->ptr);
}

static void compare(struct wrapper *w, LLVMValueRef seek, LLVMValueRef record, LLVMValueRef thunk,
                    LLVMBasicBlockRef end)
{
    LLVMValueRef frame = LLVMBuildAlloca(w->b, w->frame, ""),
                 *args = ARENA_ARRAY(w->e->arena, LLVMValueRef, w->params + 1);
    fill_arguments(w, seek, args);
    for (unsigned i = 0; i < w->params; i++)
        LLVMBuildStore(w->b, args[i], LLVMBuildStructGEP2(w->b, w->frame, frame, i, ""));
    LLVMValueRef where = LLVMGetParam(seek, 0), leave[] = {record, where},
                 enter[] = {record, where, thunk, frame, check_seed(w, args)},
                 on = check_runtime(w, "enz_rt_check_enter", w->i64, enter, 5);
    LLVMBasicBlockRef begun = add_block(w->e, seek);
    on = LLVMBuildICmp(w->b, LLVMIntNE, on, LLVMConstNull(w->i64), "");
    LLVMBuildCondBr(w->b, on, begun, end);
    LLVMPositionBuilderAtEnd(w->b, begun);
    LLVMTypeRef type = LLVMGlobalGetValueType(w->d->fn);
    check_returned(w, LLVMBuildCall2(w->b, type, w->d->fn, args, w->params, ""));
    check_runtime(w, "enz_rt_check_leave", w->none, leave, 2);
}

static const char *reason(const struct check_callee *callee, const struct derivative *d,
                          const struct derivative *forward, const char *why)
{
    if (why || !d || !d->fn || !forward)
        return why ? why : "it has no derivative by itself";
    return d->key.ret_active == callee->ret_active ? check_refusal(d)
                                                   : "its result is passed in another way";
}

void check_finish_callee(struct emission *e, const struct check_callee *callee,
                         const struct derivative *d, const struct derivative *forward,
                         const char *rules, const char *why)
{
    LLVMTypeRef ptr = target_pointer(e->module);
    struct wrapper w = {.e = e, .d = d, .ptr = ptr};
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    if (!(why = reason(callee, d, forward, why)))
        w = check_begin(e, d, forward);
    else
        w.b = LLVMCreateBuilderInContext(c), w.i64 = LLVMInt64TypeInContext(c);
    LLVMValueRef thunk = why ? NULL : check_thunk(&w);
    LLVMBasicBlockRef start = add_block(e, callee->seek), wanted = add_block(e, callee->seek),
                      end = add_block(e, callee->seek);
    LLVMPositionBuilderAtEnd(w.b, start);
    LLVMValueRef record = make_record(&w, callee, rules, why),
                 ask[] = {record, LLVMGetParam(callee->seek, 0)},
                 on = check_runtime(&w, "enz_rt_check_seeks", w.i64, ask, 2);
    on = LLVMBuildICmp(w.b, LLVMIntNE, on, LLVMConstNull(w.i64), "");
    LLVMBuildCondBr(w.b, on, wanted, end);
    LLVMPositionBuilderAtEnd(w.b, wanted);
    if (!why)
        compare(&w, callee->seek, record, thunk, end);
    LLVMBuildBr(w.b, end);
    LLVMPositionBuilderAtEnd(w.b, end);
    LLVMBuildRetVoid(w.b);
    LLVMDisposeBuilder(w.b);
}
