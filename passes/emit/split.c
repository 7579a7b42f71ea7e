/* The outermost pair of split mode.
 *
 * The tape of a pair is its frame, followed by the address of a tape that the
 * arena keeps (tape.h) if the first half ever allocates on one: in loops, for stack memory, for
 * callees. A pair that keeps neither has no tape. The second half works on a tape of its own, so
 * that it may run again on the same one. */
#include "emit/split.h"
#include "base/options.h"
#include "base/target.h"
#include "ir/code.h"
#include "ir/text.h"

struct split {
    struct emit_pair pair;
};

static bool uses_argument(LLVMValueRef fn, unsigned k, struct map *seen);

/* Handed on to functions that do not use it either. */
static bool only_handed_on(LLVMValueRef user, unsigned operand, struct map *seen)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    return callee && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) &&
           LLVMGetLinkage(callee) == LLVMInternalLinkage && operand < LLVMCountParams(callee) &&
           !uses_argument(callee, operand, seen);
}

static bool uses_argument(LLVMValueRef fn, unsigned k, struct map *seen)
{
    LLVMValueRef param = LLVMGetParam(fn, k);
    if (map_get(seen, param))
        return false; /* being looked at: decided by the other uses */
    map_put(seen, param, param);
    for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u))
        if (!only_handed_on(LLVMGetUser(u), ezb_use_operand_no(u), seen))
            return true;
    return false;
}

static bool uses_tape(struct emission *e, LLVMValueRef fn)
{
    struct map seen;
    map_init(&seen, e->arena);
    return uses_argument(fn, LLVMCountParams(fn) - 1, &seen);
}

static LLVMTypeRef tape_type(struct emission *e, const struct derivative *d, bool arena)
{
    const struct plan_allocation *frame =
        &d->plan->allocations[d->plan->f->loop_count * ALLOCATIONS_PER_LOOP];
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    unsigned n = frame->fields.count;
    LLVMTypeRef *members = ARENA_ARRAY(e->arena, LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < n; i++)
        members[i] = frame->fields.items[i].type;
    if (arena)
        members[n++] = target_pointer(e->module);
    return n ? LLVMStructTypeInContext(c, members, n, 1) : NULL;
}

struct wrapper {
    struct emission *e;
    LLVMValueRef fn, inner;
    LLVMBuilderRef b;
    LLVMValueRef *args; /* of the inner function */
    unsigned count;
};

static void copy_attributes(struct emission *e, LLVMValueRef from, LLVMValueRef to)
{
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned n = LLVMGetAttributeCountAtIndex(from, at);
    LLVMAttributeRef *attributes = ARENA_ARRAY(e->arena, LLVMAttributeRef, n);
    if (n)
        LLVMGetAttributesAtIndex(from, at, attributes);
    for (unsigned i = 0; i < n; i++)
        LLVMAddAttributeAtIndex(to, at, attributes[i]);
}

/* A function with the inner function's parameters, except that one tape takes the place of frame
 * and runtime tape. */
static struct wrapper begin_wrapper(struct emission *e, const struct derivative *d,
                                    LLVMValueRef inner, const char *what, LLVMTypeRef result)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct wrapper w = {.e = e, .inner = inner, .count = LLVMCountParams(inner)};
    LLVMTypeRef *params = ARENA_ARRAY(e->arena, LLVMTypeRef, w.count);
    LLVMGetParamTypes(LLVMGlobalGetValueType(inner), params);
    const char *of = text_function_name(e->arena, prepare_original(e->prepare, d->key.fn));
    w.fn = LLVMAddFunction(e->module, arena_printf(e->arena, "enz.%s.%s", what, of),
                           LLVMFunctionType(result, params, w.count - 1, 0));
    LLVMSetLinkage(w.fn, LLVMInternalLinkage);
    copy_attributes(e, inner, w.fn);
    w.b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(w.b, LLVMAppendBasicBlockInContext(c, w.fn, ""));
    w.args = ARENA_ARRAY(e->arena, LLVMValueRef, w.count);
    for (unsigned k = 0; k + 1 < w.count; k++)
        w.args[k] = LLVMGetParam(w.fn, k);
    w.args[w.count - 1] = LLVMConstNull(target_pointer(e->module));
    return w;
}

static LLVMValueRef wrapper_tape(const struct wrapper *w)
{
    return LLVMGetParam(w->fn, w->count - 2);
}

/* The tape of the inner function, where the wrapper makes one. */
static struct tape_site local_site(const struct wrapper *w)
{
    return (struct tape_site){.module = w->e->module, .b = w->b, .tape = w->args[w->count - 1]};
}

static void local_tape(struct wrapper *w)
{
    const struct tape_arena *arena = w->e->tape_arena;
    w->args[w->count - 1] = tape_slot(w->e->module, w->b, arena->state_type(w->e->module));
    struct tape_site s = local_site(w);
    arena->open(&s);
}

static LLVMValueRef call_inner(struct wrapper *w)
{
    return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(w->inner), w->inner, w->args, w->count, "");
}

/* A tape that is a block of the heap. */
static void free_block(const struct tape_site *s)
{
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    LLVMValueRef block = s->tape, fn = LLVMGetNamedFunction(s->module, "free");
    LLVMTypeRef ptr = LLVMTypeOf(block),
                type = LLVMFunctionType(LLVMVoidTypeInContext(c), &ptr, 1, 0);
    fn = fn ? fn : LLVMAddFunction(s->module, "free", type);
    LLVMBuildCall2(s->b, type, fn, &block, 1, "");
}

/* An exception that leaves the function releases the tape that the call got. */
static void release_on_unwind(struct emission *e, LLVMValueRef fn, LLVMValueRef call,
                              void (*release)(const struct tape_site *), LLVMValueRef tape)
{
    LLVMValueRef personality = LLVMGetNamedFunction(e->module, target_personality);
    if (!personality || code_call_has(call, LLVMGetCalledValue(call), "nounwind"))
        return;
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    LLVMTypeRef parts[] = {target_pointer(e->module), LLVMInt32TypeInContext(c)};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMSetPersonalityFn(fn, personality);
    LLVMBasicBlockRef pad = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMPositionBuilderAtEnd(b, pad);
    LLVMValueRef caught =
        LLVMBuildLandingPad(b, LLVMStructTypeInContext(c, parts, 2, 0), NULL, 0, "");
    LLVMSetCleanup(caught, 1);
    struct tape_site s = {.module = e->module, .b = b, .tape = tape};
    release(&s);
    LLVMBuildResume(b, caught);
    LLVMDisposeBuilder(b);
    ezb_call_to_invoke(call, pad);
}

/* directions: for which shadows of memory that globals point to are found; none in the second half,
 * which has them on its tape. */
static void end_wrapper(struct wrapper *w, unsigned directions)
{
    LLVMDisposeBuilder(w->b);
    if (directions)
        gen_reset_globals(w->e, w->fn, directions);
    else
        gen_clear_globals(w->e, w->fn);
    VEC_PUSH(w->e->arena, &w->e->wrappers, w->fn);
}

/* The augmented function returns its frame first, which the caller has given. */
static LLVMTypeRef without_first(struct emission *e, LLVMTypeRef t)
{
    unsigned n = LLVMCountStructElementTypes(t);
    LLVMTypeRef *parts = ARENA_ARRAY(e->arena, LLVMTypeRef, n);
    LLVMGetStructElementTypes(t, parts);
    LLVMContextRef c = LLVMGetTypeContext(t);
    return n > 1 ? LLVMStructTypeInContext(c, parts + 1, n - 1, 0) : LLVMVoidTypeInContext(c);
}

/* -fenz-tape-zero: the tape that the program hands over. */
static void clear_frame(struct wrapper *w, const struct emit_pair *pair)
{
    LLVMContextRef c = LLVMGetModuleContext(w->e->module);
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(w->e->module);
    if (w->e->options->tape_zero && pair->tape)
        LLVMBuildMemSet(w->b, wrapper_tape(w), LLVMConstNull(LLVMInt8TypeInContext(c)),
                        target_bytes(w->e->module, LLVMABISizeOfType(target, pair->tape)), 1);
}

static LLVMValueRef wrap_augmented(struct emission *e, const struct derivative *d,
                                   const struct emit_pair *pair)
{
    LLVMTypeRef result = without_first(e, LLVMGetReturnType(LLVMGlobalGetValueType(d->aug)));
    struct wrapper w = begin_wrapper(e, d, d->aug, "augment", result);
    clear_frame(&w, pair);
    if (pair->arena) {
        local_tape(&w);
        struct tape_site s = local_site(&w);
        pair->arena->start(&s);
    }
    LLVMValueRef call = call_inner(&w), tape = w.args[w.count - 1];
    if (pair->arena) {
        struct tape_site s = local_site(&w);
        tape_store_kept(w.b, pair, wrapper_tape(&w), pair->arena->keep(&s));
    }
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(w.b);
    } else {
        LLVMValueRef whole = LLVMGetPoison(result);
        for (unsigned i = 0, n = LLVMCountStructElementTypes(result); i < n; i++)
            whole = LLVMBuildInsertValue(w.b, whole, LLVMBuildExtractValue(w.b, call, i + 1, ""), i,
                                         "");
        LLVMBuildRet(w.b, whole);
    }
    if (pair->arena)
        release_on_unwind(e, w.fn, call, pair->arena->close, tape);
    end_wrapper(&w, d->key.width);
    return w.fn;
}

/* Does what the first half does, and frees the tape, a heap block, when an exception leaves it. */
static LLVMValueRef wrap_owned(struct emission *e, const struct derivative *d,
                               LLVMValueRef augmented)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(augmented);
    unsigned n = LLVMCountParams(augmented);
    const char *of = text_function_name(e->arena, prepare_original(e->prepare, d->key.fn));
    LLVMValueRef fn =
        LLVMAddFunction(e->module, arena_printf(e->arena, "enz.augment.owned.%s", of), type);
    LLVMValueRef *args = ARENA_ARRAY(e->arena, LLVMValueRef, n);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    copy_attributes(e, augmented, fn);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    LLVMPositionBuilderAtEnd(
        b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(e->module), fn, ""));
    LLVMGetParams(fn, args);
    LLVMValueRef call = LLVMBuildCall2(b, type, augmented, args, n, "");
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
    LLVMDisposeBuilder(b);
    release_on_unwind(e, fn, call, free_block, args[n - 1]);
    VEC_PUSH(e->arena, &e->wrappers, fn);
    return fn;
}

/* The local tape knows what the first half's knows of untyped bytes. */
static void resume_tape(struct wrapper *w, const struct emit_pair *pair)
{
    struct tape_site s = local_site(w);
    pair->arena->resume(&s, tape_load_kept(w->b, pair, wrapper_tape(w)));
}

static void close_local_tape(struct wrapper *w)
{
    struct tape_site s = local_site(w);
    w->e->tape_arena->close(&s);
}

static LLVMValueRef wrap_second(struct emission *e, const struct derivative *d,
                                const struct emit_pair *pair, LLVMValueRef inner, const char *what)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(inner));
    struct wrapper w = begin_wrapper(e, d, inner, what, result);
    bool tape = uses_tape(e, inner);
    if (tape)
        local_tape(&w);
    if (tape && pair->arena)
        resume_tape(&w, pair);
    LLVMValueRef call = call_inner(&w);
    if (tape)
        close_local_tape(&w);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w.b);
    else
        LLVMBuildRet(w.b, call);
    end_wrapper(&w, 0);
    return w.fn;
}

bool split_finish(struct emission *e, struct derivative *d, struct emit_pair *pair)
{
    if (!d->split) {
        struct split *s = d->split = ARENA_NEW(e->arena, struct split);
        s->pair.arena = uses_tape(e, d->aug) ? e->tape_arena : NULL;
        s->pair.tape = tape_type(e, d, s->pair.arena);
        s->pair.augmented = wrap_augmented(e, d, &s->pair);
        s->pair.owned = wrap_owned(e, d, s->pair.augmented);
        s->pair.reverse = wrap_second(e, d, &s->pair, d->rev, "reverse");
        s->pair.record = NULL;
        s->pair.forward = d->tan ? wrap_second(e, d, &s->pair, d->tan, "forward") : NULL;
    }
    *pair = d->split->pair;
    return true;
}
