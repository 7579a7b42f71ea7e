/* Emission's side of tapes: everything that is on one is asked for here. */
#include "emit/tape.h"
#include "base/options.h"
#include "base/target.h"
#include "emit/derivative.h"
#include <string.h>

static struct tape_site site_at(struct gen *g, LLVMBuilderRef b)
{
    return (struct tape_site){g->module, b, g->tape, g->emission->options->tape_zero,
                              g->plan && g->plan->deep};
}

static const struct tape_arena *arena_of(const struct gen *g)
{
    return g->emission->tape_arena;
}

LLVMValueRef tape_slot(LLVMModuleRef m, LLVMBuilderRef b, LLVMTypeRef type)
{
    return target_generic(m, b, LLVMBuildAlloca(b, type, ""));
}

/* ---- the tape of a function ---- */

void gen_open_tape(struct gen *g)
{
    g->owns_tape = true;
    g->tape = tape_slot(g->module, g->entry, arena_of(g)->state_type(g->module));
    struct tape_site s = site_at(g, g->entry);
    arena_of(g)->open(&s);
}

void gen_close_tape(struct gen *g)
{
    struct tape_site s = site_at(g, g->b);
    arena_of(g)->close(&s);
}

static void limit_tape(struct gen *g)
{
    uint64_t bytes = g->emission->options->tape_limit;
    if (!bytes || g->deriv->key.nested)
        return;
    struct tape_site s = site_at(g, g->entry);
    LLVMValueRef original = prepare_original(g->emission->prepare, g->deriv->key.fn);
    arena_of(g)->limit(&s, bytes, diag_name(g->diags, original));
}

void gen_end_tape(struct gen *g)
{
    struct tape_site s = site_at(g, g->entry);
    if (!g->owns_tape)
        return;
    if (arena_of(g)->forget(&s)) {
        g->owns_tape = false;
        return;
    }
    limit_tape(g);
    gen_close_tape(g);
}

/* ---- blocks ---- */

unsigned gen_tape_alignment(struct gen *g)
{
    return arena_of(g)->alignment(g->module);
}

LLVMValueRef gen_tape_alloc(struct gen *g, LLVMValueRef bytes)
{
    struct tape_site s = site_at(g, g->b);
    return arena_of(g)->alloc(&s, bytes);
}

LLVMValueRef gen_tape_alloc_aligned(struct gen *g, LLVMValueRef bytes, unsigned alignment)
{
    unsigned given = gen_tape_alignment(g);
    if (alignment <= given)
        return gen_tape_alloc(g, bytes);
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)};
    unsigned id = LLVMLookupIntrinsicID("llvm.ptrmask", strlen("llvm.ptrmask"));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(g->module, id, types, 2),
                 more = gen_const_i64(g, alignment - given),
                 block = gen_tape_alloc(g, LLVMBuildAdd(g->b, bytes, more, "")),
                 args[] = {gen_offset(g, block, more),
                           LLVMConstInt(gen_i64(g), ~(uint64_t)(alignment - 1), 0)};
    return gen_call(g, fn, args, 2);
}

void gen_tape_serve_rules(struct gen *g)
{
    struct tape_site s = site_at(g, g->b);
    arena_of(g)->serve_rules(&s);
}

/* ---- points in its life ---- */

LLVMValueRef gen_tape_mark_slot(struct gen *g)
{
    return tape_slot(g->module, g->entry, arena_of(g)->mark_type(g->module));
}

void gen_tape_mark(struct gen *g, LLVMValueRef mark)
{
    struct tape_site s = site_at(g, g->b);
    arena_of(g)->mark(&s, mark);
}

void gen_tape_release(struct gen *g, LLVMValueRef mark)
{
    struct tape_site s = site_at(g, g->b);
    arena_of(g)->release(&s, mark);
}

void gen_defer_free(struct gen *g, LLVMValueRef p, LLVMValueRef free_fn)
{
    gen_defer_call(g, p, NULL, free_fn);
}

void gen_defer_call(struct gen *g, LLVMValueRef block, LLVMValueRef operands, LLVMValueRef fn)
{
    struct tape_site s = site_at(g, g->b);
    arena_of(g)->defer(&s, block, operands, fn);
}

/* ---- the tape of a pair ---- */

static LLVMValueRef kept_at(LLVMBuilderRef b, const struct emit_pair *pair, LLVMValueRef tape)
{
    return LLVMBuildStructGEP2(b, pair->tape, tape, LLVMCountStructElementTypes(pair->tape) - 1,
                               "");
}

void tape_store_kept(LLVMBuilderRef b, const struct emit_pair *pair, LLVMValueRef tape,
                     LLVMValueRef kept)
{
    LLVMSetAlignment(LLVMBuildStore(b, kept, kept_at(b, pair, tape)), TAPE_FIELD_ALIGNMENT);
}

LLVMValueRef tape_load_kept(LLVMBuilderRef b, const struct emit_pair *pair, LLVMValueRef tape)
{
    LLVMTypeRef ptr = target_pointer(target_module(b));
    LLVMValueRef kept = LLVMBuildLoad2(b, ptr, kept_at(b, pair, tape), "");
    LLVMSetAlignment(kept, TAPE_FIELD_ALIGNMENT);
    return kept;
}

void tape_drop_kept(LLVMModuleRef m, LLVMBuilderRef b, const struct emit_pair *pair,
                    LLVMValueRef tape)
{
    struct tape_site s = {.module = m, .b = b, .tape = tape_load_kept(b, pair, tape)};
    pair->arena->drop(&s);
}
