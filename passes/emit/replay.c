/* Running a loop's body again in the reverse sweep.
 *
 * The start of a replayed iteration puts snapshots back, reads the loop-carried values, marks the
 * tape, and copies the blocks of the loop once more, now recording; the copy of the latch goes to
 * the latch's reverse. Values from outside the loop are looked up like any other value in the
 * reverse sweep. */
#include "emit/derivative.h"

/* What gen_primal and gen_shadow answer for values from outside, saved while the copy is made. */
struct outside {
    unsigned value;
    LLVMValueRef primal;
    LLVMValueRef *shadow;
};
struct gen_outside {
    VEC(struct outside) values;
};

static bool in_loop(const struct gen *g, unsigned l, unsigned v)
{
    return v >= g->f->arg_count && func_loop_contains(g->f, l, func_loop_of(g->f, v));
}

static void map_outside(struct gen *g, unsigned l, LLVMValueRef o, struct bits *seen,
                        struct gen_outside *saved)
{
    unsigned v = o ? func_id(g->f, o) : NO_ID, w = g->width;
    if (v == NO_ID || v < g->f->arg_count || in_loop(g, l, v) || !bits_set(seen, v))
        return;
    struct outside old = {v, g->primal[v], ARENA_ARRAY(g->arena, LLVMValueRef, w)};
    g->primal[v] = gen_lookup(g, cached_value(v));
    for (unsigned direction = 0; direction < w && activity_has_shadow(g->a->state[v]);
         direction++) {
        old.shadow[direction] = g->shadow[v * w + direction];
        g->shadow[v * w + direction] = gen_lookup(g, cached_shadow(g->plan, v, direction));
    }
    VEC_PUSH(g->arena, &saved->values, old);
}

struct gen_outside *gen_find_outside(struct gen *g, unsigned l)
{
    struct gen_outside *saved = ARENA_NEW(g->arena, struct gen_outside);
    struct bits seen = bits_new(g->arena, g->f->value_count);
    for (unsigned v = g->f->arg_count; v < g->f->value_count; v++)
        if (in_loop(g, l, v) &&
            (g->plan->schedule[l] == SCHEDULE_FUSE || !bits_get(&g->plan->replay[l]->skip, v)))
            for (int k = 0, n = LLVMGetNumOperands(g->f->values[v]); k < n; k++)
                map_outside(g, l, LLVMGetOperand(g->f->values[v], (unsigned)k), &seen, saved);
    for (unsigned k = 0; k < g->f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *alloc = &g->plan->allocations[k];
        if (!alloc->used || alloc->loop == l || !func_loop_contains(g->f, l, alloc->loop))
            continue;
        for (unsigned i = 0; i < alloc->dim_count; i++) {
            map_outside(g, l, g->f->loops[alloc->dims[i]].trips, &seen, saved);
            map_outside(g, l, alloc->guards[i], &seen, saved);
        }
    }
    return saved;
}

void gen_restore_outside(struct gen *g, const struct gen_outside *saved)
{
    for (unsigned i = 0; i < saved->values.count; i++) {
        const struct outside *o = &saved->values.items[i];
        g->primal[o->value] = o->primal;
        for (unsigned direction = 0;
             direction < g->width && activity_has_shadow(g->a->state[o->value]); direction++)
            g->shadow[o->value * g->width + direction] = o->shadow[direction];
    }
}

static void restore_snapshots(struct gen *g, unsigned l)
{
    const struct plan_replay *r = g->plan->replay[l];
    for (unsigned k = 0; k < r->snapshots.count; k++) {
        const struct plan_snapshot *s = &r->snapshots.items[k];
        LLVMValueRef object = gen_lookup(g, cached_value(s->object)),
                     copy = gen_lookup(g, cached_snapshot(g->plan, l, k));
        LLVMBuildMemCpy(g->b, object, 1, copy, gen_tape_alignment(g),
                        gen_base_size(g, s, gen_reverse_operand));
    }
}

static LLVMValueRef state_slot(struct gen *g, unsigned v)
{
    if (!g->state[v])
        g->state[v] = gen_stack_slot(g, LLVMTypeOf(g->f->values[v]), false);
    return g->state[v];
}

static LLVMValueRef incoming(struct gen *g, unsigned phi, unsigned block)
{
    LLVMValueRef v = g->f->values[phi];
    unsigned k = func_block_id(g->f, LLVMGetIncomingBlock(v, 0)) == block ? 0 : 1;
    return LLVMGetIncomingValue(v, k);
}

static unsigned phi_count(const struct gen *g, unsigned block)
{
    const struct func_block *b = &g->f->blocks[block];
    unsigned n = 0;
    while (n < b->count && LLVMIsAPHINode(g->f->values[b->first + n]))
        n++;
    return n;
}

/* Before the first fused iteration: the values that enter the loop. Shadows of pointers among them
 * are affine. */
static void enter_fused(struct gen *g, unsigned l)
{
    unsigned header = g->f->loops[l].header, first = g->f->blocks[header].first;
    for (unsigned i = 0, n = phi_count(g, header); i < n; i++)
        LLVMBuildStore(g->b,
                       gen_reverse_operand(g, incoming(g, first + i, g->f->loops[l].preheader)),
                       state_slot(g, first + i));
}

/* Values the loop leaves behind, in the slots of its exit phis; only the last iteration's count. */
static void keep_results(struct gen *g, unsigned l)
{
    unsigned exit = g->plan->replay[l]->exit, first = g->f->blocks[exit].first;
    for (unsigned i = 0, n = phi_count(g, exit); i < n; i++) {
        unsigned in = func_id(g->f, LLVMGetIncomingValue(g->f->values[first + i], 0));
        if (in != NO_ID && in_loop(g, l, in))
            LLVMBuildStore(g->b, g->primal[in], state_slot(g, first + i));
    }
}

LLVMValueRef gen_fuse_again(struct gen *g, unsigned l)
{
    unsigned header = g->f->loops[l].header, latch = g->f->loops[l].latch,
             first = g->f->blocks[header].first;
    unsigned n = phi_count(g, header);
    LLVMValueRef *next = ARENA_ARRAY(g->arena, LLVMValueRef, n);
    keep_results(g, l);
    for (unsigned i = 0; i < n; i++)
        next[i] = gen_primal(g, incoming(g, first + i, latch));
    for (unsigned i = 0; i < n; i++)
        LLVMBuildStore(g->b, next[i], state_slot(g, first + i));
    LLVMValueRef term = LLVMGetBasicBlockTerminator(g->f->blocks[latch].ref);
    LLVMValueRef cond = gen_primal(g, LLVMGetCondition(term));
    bool true_again = LLVMGetSuccessor(term, 0) == g->f->blocks[header].ref;
    return true_again ? cond : LLVMBuildNot(g->b, cond, "");
}

static void start_fused_phi(struct gen *g, unsigned l, unsigned v)
{
    LLVMValueRef start, step, count;
    bool subtract;
    g->primal[v] = LLVMBuildLoad2(g->b, LLVMTypeOf(g->f->values[v]), state_slot(g, v), "");
    if (!activity_has_shadow(g->a->state[v]) ||
        !plan_affine_phi(g->plan, v, &start, &step, &subtract))
        return;
    count = LLVMBuildLoad2(g->b, gen_i64(g), state_slot(g, g->f->loops[l].counter), "");
    LLVMValueRef by = gen_reverse_operand(g, step);
    for (unsigned direction = 0; direction < g->width; direction++)
        g->shadow[v * g->width + direction] =
            gen_affine_value(g, v, count, gen_reverse_shadow(g, start, direction), by, subtract);
}

static void start_phi(struct gen *g, unsigned l, unsigned v)
{
    if (g->plan->schedule[l] == SCHEDULE_FUSE) {
        start_fused_phi(g, l, v);
        return;
    }
    LLVMValueRef start, step,
        count = LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, l), "");
    bool subtract, shadow = activity_has_shadow(g->a->state[v]);
    if (v == g->f->loops[l].counter) {
        g->primal[v] = count;
        return;
    }
    if (plan_affine_phi(g->plan, v, &start, &step, &subtract)) {
        LLVMValueRef by = gen_reverse_operand(g, step);
        g->primal[v] = gen_affine_value(g, v, count, gen_reverse_operand(g, start), by, subtract);
        for (unsigned direction = 0; direction < g->width && shadow; direction++)
            g->shadow[v * g->width + direction] = gen_affine_value(
                g, v, count, gen_reverse_shadow(g, start, direction), by, subtract);
        return;
    }
    if (bits_get(&g->plan->replay[l]->idle, v)) {
        g->primal[v] = LLVMConstNull(LLVMTypeOf(g->f->values[v]));
        return;
    }
    g->primal[v] = gen_lookup(g, cached_start(g->plan, v, 0));
    for (unsigned direction = 0; direction < g->width && shadow; direction++)
        g->shadow[v * g->width + direction] =
            gen_lookup(g, cached_start(g->plan, v, 1 + direction));
}

static void mark_tape(struct gen *g, unsigned l)
{
    if (!plan_iteration_keeps(g->plan, l))
        return;
    g->mark[l] = gen_tape_mark_slot(g);
    gen_tape_mark(g, g->mark[l]);
}

void gen_replay_leave(struct gen *g, unsigned l)
{
    if (!plan_reruns(g->plan, l) || !plan_iteration_keeps(g->plan, l))
        return;
    gen_tape_release(g, g->mark[l]);
}

static void emit_iteration(struct gen *g, unsigned l)
{
    const struct func_block *header = &g->f->blocks[g->f->loops[l].header];
    unsigned *blocks = ARENA_ARRAY(g->arena, unsigned, g->f->block_count), n = 0;
    gen_new_stretch(g);
    if (g->plan->schedule[l] == SCHEDULE_REPLAY)
        restore_snapshots(g, l);
    struct gen_outside *saved = gen_find_outside(g, l);
    for (unsigned v = header->first; LLVMIsAPHINode(g->f->values[v]); v++)
        start_phi(g, l, v);
    mark_tape(g, l);
    for (unsigned b = 0; b < g->f->block_count; b++)
        if (func_loop_contains(g->f, l, g->f->blocks[b].loop)) {
            g->begin[b] = gen_block(g);
            blocks[n++] = b;
        }
    LLVMBuildBr(g->b, g->begin[g->f->loops[l].header]);
    g->replay_loop = l;
    gen_forward_blocks(g, blocks, n);
    g->replay_loop = NO_ID;
    gen_restore_outside(g, saved);
}

LLVMValueRef gen_fuse_ran(struct gen *g, unsigned l)
{
    if (!g->ran[l])
        g->ran[l] = gen_stack_slot(g, LLVMInt1TypeInContext(g->context), true);
    return g->ran[l];
}

void gen_enter_fused(struct gen *g, unsigned l)
{
    enter_fused(g, l);
    LLVMBuildStore(g->b, LLVMConstInt(LLVMInt1TypeInContext(g->context), 1, 0), gen_fuse_ran(g, l));
}

LLVMBasicBlockRef gen_replay_entry(struct gen *g, unsigned l)
{
    if (!g->replay[l]) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b);
        g->replay[l] = gen_block(g);
        LLVMPositionBuilderAtEnd(g->b, g->replay[l]);
        emit_iteration(g, l);
        LLVMPositionBuilderAtEnd(g->b, here);
        gen_new_stretch(g);
    }
    return g->replay[l];
}
