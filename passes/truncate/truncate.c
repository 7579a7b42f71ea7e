/* Making clones: a list of functions to rewrite, which grows while they are. */
#include "truncate/rewrite.h"
#include <string.h>

struct work {
    struct truncations *all;
    struct truncation *truncation;
    VEC(LLVMValueRef) clones; /* to rewrite */
};

static bool same_format(const struct truncate_format *a, const struct truncate_format *b)
{
    return a->from == b->from && a->exponent == b->exponent && a->significand == b->significand &&
           a->memory == b->memory;
}

static struct truncation *truncation_of(struct truncations *t, const struct truncate_format *f)
{
    for (unsigned i = 0; i < t->all.count; i++)
        if (same_format(&t->all.items[i]->format, f))
            return t->all.items[i];
    struct truncation *new = ARENA_NEW(t->arena, struct truncation);
    new->format = *f;
    map_init(&new->clones, t->arena);
    VEC_PUSH(t->arena, &t->all, new);
    return new;
}

static const char clone_prefix[] = "enz.truncated";

bool truncate_is_clone(LLVMValueRef fn)
{
    return !strncmp(LLVMGetValueName(fn), clone_prefix, sizeof clone_prefix - 1);
}

static LLVMValueRef clone_later(void *user, LLVMValueRef fn)
{
    struct work *work = user;
    LLVMValueRef clone = map_get(&work->truncation->clones, fn);
    if (clone)
        return clone;
    const struct truncate_format *f = &work->truncation->format;
    const char *name = arena_printf(work->all->arena, "%s%u-%u.%s", clone_prefix, f->exponent,
                                    f->significand, LLVMGetValueName(fn));
    clone = ezb_clone_function(work->all->cx, fn, name);
    map_put(&work->truncation->clones, fn, clone);
    map_put(&work->truncation->clones, clone, clone); /* what it calls itself is a clone already */
    VEC_PUSH(work->all->arena, &work->clones, clone);
    return clone;
}

/* With `memory` also what callers hand over. */
static void round_parameters(struct rewrite *w, LLVMValueRef fn)
{
    LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p)) {
        if (!LLVMGetFirstUse(p) || !truncate_is_wide(&w->truncation->format, LLVMTypeOf(p)))
            continue;
        LLVMValueRef placeholder = LLVMBuildFreeze(w->b, LLVMGetUndef(LLVMTypeOf(p)), "");
        LLVMReplaceAllUsesWith(p, placeholder);
        operation_replace(w, placeholder, format_round(w, p));
    }
}

/* The instructions as they are now: what is built for them is not looked at again. */
static bool rewrite_function(struct rewrite *w, LLVMValueRef fn)
{
    VEC(LLVMValueRef) instructions = {0};
    bool ok = true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            VEC_PUSH(w->all->arena, &instructions, i);
    for (unsigned i = 0; i < instructions.count; i++)
        ok &= operation_rewrite(w, instructions.items[i]);
    if (w->truncation->format.memory)
        round_parameters(w, fn);
    ezb_invalidate(w->all->cx, fn);
    return ok;
}

LLVMValueRef truncate_function(struct truncations *t, const struct truncate_format *f,
                               LLVMValueRef fn)
{
    struct work work = {t, truncation_of(t, f), {0}};
    LLVMValueRef clone = clone_later(&work, fn);
    struct rewrite w = {.all = t,
                        .truncation = work.truncation,
                        .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(t->module)),
                        .clone = clone_later,
                        .user = &work};
    bool ok = true;
    for (unsigned i = 0; i < work.clones.count; i++)
        ok &= rewrite_function(&w, work.clones.items[i]);
    LLVMDisposeBuilder(w.b);
    return ok ? clone : NULL;
}

LLVMValueRef truncate_value(struct truncations *t, const struct truncate_format *f,
                            LLVMBuilderRef b, LLVMValueRef v)
{
    struct rewrite w = {.all = t, .truncation = truncation_of(t, f), .b = b};
    return format_round(&w, v);
}

bool truncate_module(struct truncations *t, const struct truncate_format *f)
{
    struct rewrite w = {.all = t,
                        .truncation = truncation_of(t, f),
                        .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(t->module)),
                        .in_place = true};
    VEC(LLVMValueRef) functions = {0}; /* those that are made on the way are not truncated */
    bool ok = true;
    for (LLVMValueRef fn = LLVMGetFirstFunction(t->module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && strncmp(LLVMGetValueName(fn), "enz.integer.", 12))
            VEC_PUSH(t->arena, &functions, fn);
    for (unsigned i = 0; i < functions.count; i++)
        ok &= rewrite_function(&w, functions.items[i]);
    LLVMDisposeBuilder(w.b);
    return ok;
}
