/* The reverse sweep: every block's reverse runs after the reverse of the block that followed it.
 *
 * At the end of a block's reverse the predecessor it was entered from is chosen: by the plan's
 * fixed target, a recomputed condition or a recorded selector. A loop is entered backwards at the
 * exiting block that left it, with its counter at the last iteration; at the header the counter
 * decides between the latch of the previous iteration and the preheader. */
#include "base/target.h"
#include "emit/derivative.h"
#include "plan/sums.h"

LLVMBasicBlockRef gen_reverse_block(struct gen *g, unsigned b)
{
    if (!g->reverse[b]) {
        g->reverse[b] = gen_block(g);
        VEC_PUSH(g->arena, &g->work, b);
    }
    return g->reverse[b];
}

static LLVMValueRef load_i64(struct gen *g, LLVMValueRef slot)
{
    return LLVMBuildLoad2(g->b, gen_i64(g), slot, "");
}

/* A strip of loop l starts at this iteration. */
static void enter_strip(struct gen *g, unsigned l, LLVMValueRef start)
{
    if (!g->strip_start[l]) {
        g->strip_start[l] = gen_stack_slot(g, gen_i64(g), false);
        g->strip_end[l] = gen_stack_slot(g, gen_i64(g), false);
    }
    LLVMValueRef trips = gen_reverse_operand(g, g->f->loops[l].trips),
                 length = gen_const_i64(g, g->plan->strip[l]),
                 rest = LLVMBuildNUWSub(g->b, trips, start, ""),
                 whole = LLVMBuildICmp(g->b, LLVMIntULT, length, rest, ""),
                 end = LLVMBuildSelect(g->b, whole, LLVMBuildNUWAdd(g->b, start, length, ""), trips,
                                       "");
    LLVMBuildStore(g->b, start, g->strip_start[l]);
    LLVMBuildStore(g->b, end, g->strip_end[l]);
    LLVMBuildStore(g->b, start, gen_reverse_counter(g, l));
}

/* Entering loop l backwards at its last iteration. */
static void enter_loop(struct gen *g, unsigned l)
{
    const struct func_loop *loop = &g->f->loops[l];
    if (g->plan->schedule[l] == SCHEDULE_FUSE) {
        gen_enter_fused(g, l);
        return;
    }
    LLVMValueRef trips =
        loop->trips ? gen_reverse_operand(g, loop->trips) : gen_lookup(g, cached_trips(g->plan, l));
    LLVMValueRef zero = gen_const_i64(g, 0),
                 first =
                     g->plan->passes[l] ? zero : LLVMBuildSub(g->b, trips, gen_const_i64(g, 1), "");
    LLVMBuildStore(g->b, first, gen_reverse_counter(g, l));
    if (g->plan->passes[l]) {
        gen_prefetch_row(g, l);
        gen_enter_sums(g, l);
    }
    if (g->plan->strip[l])
        enter_strip(g, l, zero);
    if (gen_has_segments(g, l))
        gen_reverse_checkpoints(g, l);
    unsigned allocation = gen_linked_allocation(g, l);
    if (allocation == NO_ID)
        return;
    if (!g->linked[l])
        g->linked[l] = gen_stack_slot(g, gen_ptr_type(g), false);
    LLVMBuildStore(g->b, gen_lookup(g, cached_base(g->plan, allocation)), g->linked[l]);
}

static void enter_loops(struct gen *g, unsigned from, unsigned l)
{
    if (l == NO_ID || func_loop_contains(g->f, l, from))
        return;
    enter_loops(g, from, g->f->loops[l].parent);
    enter_loop(g, l);
}

/* Outermost loop around `to` that does not contain `from` and has nothing to reverse. */
static unsigned skipped_loop(struct gen *g, unsigned from, unsigned to)
{
    unsigned found = NO_ID;
    for (unsigned l = g->f->blocks[to].loop; l != NO_ID && !func_loop_contains(g->f, l, from);
         l = g->f->loops[l].parent)
        if (g->plan->schedule[l] == SCHEDULE_SKIP)
            found = l;
    return found;
}

/* Where the last iteration of the loop around `to` starts backwards: a replayed one first runs
 * forward again. */
static LLVMBasicBlockRef last_iteration(struct gen *g, unsigned from, unsigned to)
{
    unsigned l = g->f->blocks[to].loop;
    bool entered = l != NO_ID && !func_loop_contains(g->f, l, from);
    return entered && plan_reruns(g->plan, l) ? gen_replay_entry(g, l) : gen_reverse_block(g, to);
}

/* Outermost loop around `to` that does not contain `from` and is reversed only for the sake of its
 * results. */
static unsigned loop_with_results(struct gen *g, unsigned from, unsigned to)
{
    unsigned found = NO_ID;
    for (unsigned l = g->f->blocks[to].loop; l != NO_ID && !func_loop_contains(g->f, l, from);
         l = g->f->loops[l].parent)
        if (g->plan->results[l].count)
            found = l;
    return found;
}

/* The loop around `to` that does not contain `from` and is the outermost one of a nest. */
static unsigned nest_entered(struct gen *g, unsigned from, unsigned to)
{
    for (unsigned l = g->f->blocks[to].loop; l != NO_ID && !func_loop_contains(g->f, l, from);
         l = g->f->loops[l].parent)
        if (g->plan->nests[l] && func_loop_contains(g->f, g->f->loops[l].parent, from))
            return l;
    return NO_ID;
}

/* Ends the current block by going to the reverse of `to`. */
static void go_to(struct gen *g, unsigned from_block, unsigned to)
{
    unsigned from = g->f->blocks[from_block].loop;
    for (unsigned l; (l = skipped_loop(g, from, to)) != NO_ID;)
        to = g->f->loops[l].preheader;
    unsigned l = loop_with_results(g, from, to);
    if (l != NO_ID) {
        LLVMBasicBlockRef past = gen_block(g), into = gen_block(g);
        LLVMBuildCondBr(g->b, gen_are_zero(g, &g->plan->results[l]), past, into);
        LLVMPositionBuilderAtEnd(g->b, past);
        gen_new_stretch(g);
        go_to(g, from_block, g->f->loops[l].preheader);
        LLVMPositionBuilderAtEnd(g->b, into);
        gen_new_stretch(g);
    }
    l = nest_entered(g, from, to);
    if (l != NO_ID) {
        LLVMBasicBlockRef otherwise = gen_nest(g, l);
        go_to(g, from_block, g->f->loops[l].preheader);
        if (!otherwise)
            return;
        LLVMPositionBuilderAtEnd(g->b, otherwise);
        gen_new_stretch(g);
    }
    enter_loops(g, from, g->f->blocks[to].loop);
    LLVMBuildBr(g->b, last_iteration(g, from, to));
}

struct phi_bars {
    unsigned first, count; /* phis of the block */
    LLVMValueRef *bars;    /* per phi * width + direction; NULL where inactive */
};

static struct phi_bars take_phis(struct gen *g, unsigned b)
{
    const struct func_block *blk = &g->f->blocks[b];
    struct phi_bars p = {.first = blk->first};
    while (p.count < blk->count && LLVMIsAPHINode(g->f->values[p.first + p.count]))
        p.count++;
    p.bars = arena_alloc(g->arena, sizeof *p.bars * (p.count * g->width + 1));
    for (unsigned i = 0; i < p.count; i++)
        for (unsigned direction = 0; direction < g->width && activity_active(g->a, p.first + i) &&
                                     !g->plan->carried[p.first + i];
             direction++)
            p.bars[i * g->width + direction] = gen_take_adjoint(g, p.first + i, direction);
    return p;
}

/* The adjoints of phis belong to the values that came from pred. */
static void give_phis(struct gen *g, const struct phi_bars *p, unsigned pred)
{
    for (unsigned i = 0; i < p->count; i++) {
        LLVMValueRef phi = g->f->values[p->first + i];
        for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
            if (LLVMGetIncomingBlock(phi, k) != g->f->blocks[pred].ref)
                continue;
            for (unsigned direction = 0; direction < g->width && p->bars[i * g->width + direction];
                 direction++)
                gen_add_adjoint(g, LLVMGetIncomingValue(phi, k), direction,
                                p->bars[i * g->width + direction], NULL);
            break; /* several edges from one block carry the same value */
        }
    }
}

void gen_reverse_straight(struct gen *g, unsigned b, unsigned before)
{
    gen_reverse_part(g, b, &g->plan->program->blocks[b].parts[0]);
    if (before != NO_ID) {
        struct phi_bars p = take_phis(g, b);
        give_phis(g, &p, before);
    }
    g->reversing = NO_ID;
}

static LLVMBasicBlockRef edge_block(struct gen *g, unsigned b, unsigned pred,
                                    const struct phi_bars *p)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(g->b), edge = gen_block(g);
    LLVMPositionBuilderAtEnd(g->b, edge);
    gen_new_stretch(g);
    give_phis(g, p, pred);
    go_to(g, b, pred);
    LLVMPositionBuilderAtEnd(g->b, here);
    gen_new_stretch(g);
    return edge;
}

void gen_next_iteration(struct gen *g, unsigned l, LLVMValueRef count)
{
    LLVMValueRef one = gen_const_i64(g, 1), next = g->plan->passes[l]
                                                       ? LLVMBuildNUWAdd(g->b, count, one, "")
                                                       : LLVMBuildSub(g->b, count, one, "");
    LLVMBuildStore(g->b, next, gen_reverse_counter(g, l));
    if (gen_linked_allocation(g, l) == NO_ID)
        return;
    LLVMValueRef frame = LLVMBuildLoad2(g->b, gen_ptr_type(g), g->linked[l], "");
    LLVMBuildStore(
        g->b, gen_load(g, gen_ptr_type(g), frame, target_pointer_bytes(g->module), ACCESS_TAPE),
        g->linked[l]);
}

LLVMValueRef gen_is_last_iteration(struct gen *g, unsigned l, LLVMValueRef count)
{
    LLVMValueRef last = gen_has_segments(g, l) ? gen_segment_start(g, l) : gen_const_i64(g, 0);
    if (g->plan->passes[l]) {
        LLVMValueRef end = g->plan->strip[l] ? load_i64(g, g->strip_end[l])
                                             : gen_reverse_operand(g, g->f->loops[l].trips);
        last = LLVMBuildSub(g->b, end, gen_const_i64(g, 1), "");
    }
    return LLVMBuildICmp(g->b, LLVMIntEQ, count, last, "");
}

/* At the start of a segment: the one before runs again, unless it is the first, at the end of which
 * the builder is then. */
static void leave_segment(struct gen *g, unsigned l, const struct phi_bars *p)
{
    LLVMBasicBlockRef first = gen_block(g), before = gen_block(g);
    LLVMValueRef start = gen_segment_start(g, l);
    LLVMBuildCondBr(g->b, LLVMBuildIsNull(g->b, start, ""), first, before);
    LLVMPositionBuilderAtEnd(g->b, before);
    gen_new_stretch(g);
    give_phis(g, p, g->f->loops[l].latch);
    gen_next_iteration(g, l, start);
    LLVMBuildBr(g->b, gen_segment_entry(g, l));
    LLVMPositionBuilderAtEnd(g->b, first);
    gen_new_stretch(g);
    gen_leave_checkpoints(g, l);
}

/* At the end of a strip: the next one follows, unless it is the last, at the end of which the
 * builder is then. */
static void leave_strip(struct gen *g, unsigned l)
{
    LLVMBasicBlockRef last = gen_block(g), more = gen_block(g);
    LLVMValueRef end = load_i64(g, g->strip_end[l]),
                 trips = gen_reverse_operand(g, g->f->loops[l].trips);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, end, trips, ""), last, more);
    LLVMPositionBuilderAtEnd(g->b, more);
    gen_new_stretch(g);
    enter_strip(g, l, end);
    LLVMBuildBr(g->b, g->reverse[g->f->loops[l].header]);
    LLVMPositionBuilderAtEnd(g->b, last);
    gen_new_stretch(g);
}

static void leave_header(struct gen *g, unsigned b, const struct phi_bars *p)
{
    unsigned l = g->f->blocks[b].loop;
    const struct func_loop *loop = &g->f->loops[l];
    bool fused = g->plan->schedule[l] == SCHEDULE_FUSE;
    LLVMValueRef count = NULL, last;
    gen_replay_leave(g, l);
    if (fused) {
        last = LLVMBuildNot(g->b, gen_fuse_again(g, l), "");
    } else {
        count = LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, l), "");
        last = gen_is_last_iteration(g, l, count);
    }
    LLVMBasicBlockRef first = gen_block(g), again = gen_block(g);
    LLVMBuildCondBr(g->b, last, first, again);
    LLVMPositionBuilderAtEnd(g->b, first);
    gen_new_stretch(g);
    if (gen_has_segments(g, l))
        leave_segment(g, l, p);
    if (g->plan->strip[l])
        leave_strip(g, l);
    if (plan_sums_ends_loop(g->plan, l))
        gen_end_sums(g);
    if (g->plan->passes[l])
        gen_leave_sums(g, l);
    give_phis(g, p, loop->preheader);
    go_to(g, b, loop->preheader);
    LLVMPositionBuilderAtEnd(g->b, again);
    gen_new_stretch(g);
    give_phis(g, p, loop->latch);
    if (!fused)
        gen_next_iteration(g, l, count);
    LLVMBuildBr(g->b, plan_reruns(g->plan, l) ? gen_replay_entry(g, l)
                      : g->plan->passes[l]    ? g->again[l]
                                              : gen_reverse_block(g, loop->latch));
}

static void choose_predecessor(struct gen *g, unsigned b, const struct phi_bars *p)
{
    const struct func_block *blk = &g->f->blocks[b];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    LLVMValueRef cond = g->plan->selector_cond[b];
    LLVMValueRef selector =
        cond ? gen_reverse_operand(g, cond) : gen_lookup(g, cached_selector(g->plan, b));
    unsigned way = g->plan->selector_true[b];
    LLVMBasicBlockRef first = edge_block(g, b, blk->preds[way], p);
    if (cond) {
        LLVMBuildCondBr(g->b, selector, first, edge_block(g, b, blk->preds[1 - way], p));
        return;
    }
    LLVMValueRef sw = LLVMBuildSwitch(g->b, selector, first, blk->pred_count - 1);
    for (unsigned i = 1; i < blk->pred_count; i++)
        LLVMAddCase(sw, LLVMConstInt(i32, i, 0), edge_block(g, b, blk->preds[i], p));
}

static void reverse_one(struct gen *g, unsigned b)
{
    const struct func_block *blk = &g->f->blocks[b];
    const struct adjoint_block *program = &g->plan->program->blocks[b];
    LLVMPositionBuilderAtEnd(g->b, g->reverse[b]);
    if (blk->loop != NO_ID && g->f->loops[blk->loop].latch == b)
        gen_declare_objects_of(g, g->b, blk->loop);
    const struct adjoint_part *part = &program->parts[program->count - 1];
    if (blk->loop != NO_ID && g->plan->passes[blk->loop]) {
        gen_first_passes(g, blk->loop);
        gen_reverse_iteration(g, blk->loop, part);
    } else {
        gen_reverse_part(g, b, part);
    }
    struct phi_bars p = take_phis(g, b);
    g->reversing = NO_ID;
    if (b == 0)
        return; /* function.c goes on here */
    if (blk->loop != NO_ID && g->f->loops[blk->loop].header == b) {
        leave_header(g, b, &p);
    } else if (blk->pred_count == 1) {
        give_phis(g, &p, blk->preds[0]);
        go_to(g, b, blk->preds[0]);
    } else if (g->plan->reverse_target[b] != NO_ID) {
        go_to(g, b, g->plan->reverse_target[b]);
    } else {
        choose_predecessor(g, b, &p);
    }
}

void gen_reverse_sweep(struct gen *g)
{
    LLVMBuildBr(g->b, gen_reverse_block(g, g->f->return_block));
    for (unsigned i = 0; i < g->work.count; i++)
        if (g->work.items[i])
            reverse_one(g, g->work.items[i]);
    LLVMBasicBlockRef entry = gen_reverse_block(g, 0); /* every path leads to the entry */
    (void)entry;
    reverse_one(g, 0);
}
