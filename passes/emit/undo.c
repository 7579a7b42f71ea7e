/* Memory that loops with checkpoints read, and code behind them overwrites.
 *
 * Segments of such a loop run again in the reverse sweep, from memory as it was when the loop ran.
 * What the forward sweep overwrites behind the loop it copies first, to the tape, unless the loop
 * has one segment. When the reverse sweep comes to the loop, memory and copy change places, the
 * last one first; when the loop has been reversed the program finds what it wrote last. */
#include "emit/derivative.h"

/* Variables; nothing has no bytes. */
struct gen_undo {
    LLVMValueRef object, bytes, copy;
};

static struct gen_undo *variables(struct gen *g, unsigned l)
{
    struct gen_segments *s = gen_segments_of(g, l);
    unsigned n = g->plan->replay[l]->undone.count;
    if (s->undone || !n)
        return s->undone;
    s->undone = ARENA_ARRAY(g->arena, struct gen_undo, n);
    for (unsigned i = 0; i < n; i++)
        s->undone[i] = (struct gen_undo){gen_stack_slot(g, gen_ptr_type(g), true),
                                         gen_stack_slot(g, gen_i64(g), true),
                                         gen_stack_slot(g, gen_ptr_type(g), true)};
    return s->undone;
}

static struct region region_of_writer(struct gen *g, const struct plan_undo *u)
{
    LLVMValueRef inst = g->f->values[u->writer];
    if (u->loop != NO_ID)
        return gen_region_of(g, &u->region, gen_primal);
    if (!LLVMIsAStoreInst(inst))
        return (struct region){
            gen_primal(g, LLVMGetOperand(inst, 0)),
            LLVMBuildZExt(g->b, gen_primal(g, LLVMGetOperand(inst, 2)), gen_i64(g), "")};
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0));
    uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t);
    return (struct region){gen_primal(g, LLVMGetOperand(inst, 1)), gen_const_i64(g, bytes)};
}

/* Nothing, where the loop has one segment or has not run. */
static void keep(struct gen *g, unsigned l, const struct plan_undo *u, const struct gen_undo *to)
{
    struct region from = region_of_writer(g, u);
    LLVMValueRef again = gen_ask_checkpoints(g, l, "enz_rt_checkpoint_end", NULL);
    from.bytes = LLVMBuildSelect(g->b, LLVMBuildIsNull(g->b, again, ""), gen_const_i64(g, 0),
                                 from.bytes, "");
    LLVMValueRef copy = gen_tape_alloc(g, from.bytes);
    LLVMBuildMemCpy(g->b, copy, 1, from.object, 1, from.bytes);
    LLVMBuildStore(g->b, from.object, to->object);
    LLVMBuildStore(g->b, from.bytes, to->bytes);
    LLVMBuildStore(g->b, copy, to->copy);
}

static void keep_where(struct gen *g, unsigned preheader, unsigned writer)
{
    for (unsigned l = 0; l < g->f->loop_count && g->plan && !g->primal_only; l++)
        for (unsigned i = 0; gen_has_segments(g, l) && i < g->plan->replay[l]->undone.count; i++) {
            const struct plan_undo *u = &g->plan->replay[l]->undone.items[i];
            bool here = u->loop == NO_ID ? u->writer == writer
                                         : g->f->loops[u->loop].preheader == preheader;
            if (here)
                keep(g, l, u, &variables(g, l)[i]);
        }
}

void gen_keep_overwritten(struct gen *g, unsigned preheader)
{
    keep_where(g, preheader, NO_ID);
}

void gen_keep_overwritten_by(struct gen *g, unsigned v)
{
    keep_where(g, NO_ID, v);
}

static LLVMValueRef load(struct gen *g, LLVMTypeRef t, LLVMValueRef variable)
{
    return LLVMBuildLoad2(g->b, t, variable, "");
}

/* Where nothing was copied there are no bytes. */
static void exchange(struct gen *g, const struct gen_undo *u)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[3] = {ptr, ptr, gen_i64(g)};
    LLVMValueRef args[3] = {load(g, ptr, u->object), load(g, ptr, u->copy),
                            load(g, gen_i64(g), u->bytes)};
    LLVMTypeRef nothing = LLVMVoidTypeInContext(g->context);
    gen_call(g, gen_declare(g, "enz_rt_exchange", nothing, params, 3), args, 3);
}

void gen_undo(struct gen *g, unsigned l)
{
    for (unsigned i = g->plan->replay[l]->undone.count; i-- > 0;) {
        const struct gen_undo *u = &variables(g, l)[i];
        if (g->plan->restores)
            gen_hold(g, load(g, gen_ptr_type(g), u->object), load(g, gen_i64(g), u->bytes));
        exchange(g, u);
    }
}

void gen_redo(struct gen *g, unsigned l)
{
    for (unsigned i = 0; i < g->plan->replay[l]->undone.count; i++)
        exchange(g, &variables(g, l)[i]);
}
