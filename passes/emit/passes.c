/* The loops that the adjoint of a loop is split into (plan/order.c), but for the last one, which
 * control.c makes as it makes all others. Each is emitted where the builder is, at the end of the
 * one before, and leaves the reverse counter as it finds it: at the first iteration. */
#include "base/target.h"
#include "emit/derivative.h"

static LLVMValueRef load_counter(struct gen *g, unsigned l)
{
    return LLVMBuildLoad2(g->b, gen_i64(g), gen_reverse_counter(g, l), "");
}

static void store_counter(struct gen *g, unsigned l, LLVMValueRef value)
{
    LLVMBuildStore(g->b, value, gen_reverse_counter(g, l));
}

LLVMValueRef gen_smaller(struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntULT, a, b, ""), a, b, "");
}

static LLVMBasicBlockRef begin_block(struct gen *g)
{
    LLVMBasicBlockRef block = gen_block(g);
    LLVMBuildBr(g->b, block);
    LLVMPositionBuilderAtEnd(g->b, block);
    return block;
}

/* Where the rest of a block is left out, and what its phis have until then: adjoints, as far as
 * these are in registers. */
struct gap {
    LLVMBasicBlockRef from, past;
    LLVMValueRef *held;
};

static unsigned count_phis(const struct gen *g, unsigned b)
{
    unsigned n = 0, first = g->f->blocks[b].first;
    while (LLVMIsAPHINode(g->f->values[first + n]))
        n++;
    return n;
}

/* What follows is done unless all of these adjoints are zero. */
static struct gap open_gap(struct gen *g, unsigned b, const struct plan_results *rest)
{
    unsigned n = count_phis(g, b) * g->width;
    struct gap gap = {.past = gen_block(g), .held = ARENA_ARRAY(g->arena, LLVMValueRef, n + 1)};
    for (unsigned i = 0; i < n; i++)
        gap.held[i] = g->adjoints[g->f->blocks[b].first * g->width + i];
    LLVMBasicBlockRef some = gen_block(g);
    LLVMValueRef zero = gen_are_zero(g, rest);
    gap.from = LLVMGetInsertBlock(g->b);
    LLVMBuildCondBr(g->b, zero, gap.past, some);
    LLVMPositionBuilderAtEnd(g->b, some);
    gen_new_stretch(g);
    return gap;
}

static void close_gap(struct gen *g, unsigned b, const struct gap *gap)
{
    LLVMBasicBlockRef from[] = {gap->from, LLVMGetInsertBlock(g->b)};
    LLVMBuildBr(g->b, gap->past);
    LLVMPositionBuilderAtEnd(g->b, gap->past);
    for (unsigned i = 0, n = count_phis(g, b) * g->width; i < n; i++) {
        unsigned v = g->f->blocks[b].first + i / g->width;
        LLVMValueRef *now = &g->adjoints[g->f->blocks[b].first * g->width + i];
        if (!bits_get(&g->plan->local, v) || *now == gap->held[i])
            continue;
        LLVMTypeRef t = LLVMTypeOf(*now);
        LLVMValueRef values[] = {gap->held[i] ? gap->held[i] : LLVMConstNull(t), *now},
                     phi = LLVMBuildPhi(g->b, t, "");
        LLVMAddIncoming(phi, values, from, 2);
        *now = phi;
    }
    gen_new_stretch(g);
}

void gen_reverse_part(struct gen *g, unsigned b, const struct adjoint_part *part)
{
    struct gap gap = {.past = NULL};
    gen_new_stretch(g);
    g->reversing = b;
    for (unsigned i = 0; i < part->ops.count; i++) {
        gen_adjoint(g, &part->ops.items[i]);
        if (part->ops.items[i].rest)
            gap = open_gap(g, b, part->ops.items[i].rest);
    }
    if (gap.past)
        close_gap(g, b, &gap);
}

/* ---- sums over iterations: the same adjoint in each (plan/carried.h) ---- */

typedef void for_sum(struct gen *g, unsigned phi, unsigned sum, unsigned direction);

static void for_sums(struct gen *g, unsigned l, for_sum *f)
{
    const struct func_block *header = &g->f->blocks[g->f->loops[l].header];
    for (unsigned v = header->first; LLVMIsAPHINode(g->f->values[v]); v++)
        for (unsigned direction = 0; direction < g->width && g->plan->carried[v]; direction++)
            f(g, v, g->plan->carried[v] - 1, direction);
}

static LLVMValueRef *slot_of(struct gen *g, unsigned phi, unsigned direction)
{
    return &g->carried[phi * g->width + direction];
}

static LLVMValueRef carried(struct gen *g, unsigned phi, unsigned direction)
{
    LLVMValueRef slot = *slot_of(g, phi, direction);
    return LLVMBuildLoad2(g->b, LLVMGetAllocatedType(slot), slot, "");
}

static void enter_sum(struct gen *g, unsigned phi, unsigned sum, unsigned direction)
{
    LLVMValueRef bar = gen_take_adjoint(g, sum, direction), *slot = slot_of(g, phi, direction);
    if (!*slot)
        *slot = gen_stack_slot(g, LLVMTypeOf(bar), false);
    LLVMBuildStore(g->b, bar, *slot);
}

static void begin_sum(struct gen *g, unsigned phi, unsigned sum, unsigned direction)
{
    LLVMBuildStore(g->b, carried(g, phi, direction), gen_adjoint_slot(g, sum, direction));
}

static void end_sum(struct gen *g, unsigned phi, unsigned sum, unsigned direction)
{
    gen_take_adjoint(g, sum, direction);
    gen_take_adjoint(g, phi, direction);
}

/* Its adjoint is that of what the sum began with. */
static void leave_sum(struct gen *g, unsigned phi, unsigned sum, unsigned direction)
{
    (void)sum;
    LLVMValueRef inst = g->f->values[phi];
    LLVMBasicBlockRef latch = g->f->blocks[g->f->loops[func_loop_of(g->f, phi)].latch].ref;
    for (unsigned k = 0, n = LLVMCountIncoming(inst); k < n; k++)
        if (LLVMGetIncomingBlock(inst, k) != latch)
            gen_add_adjoint(g, LLVMGetIncomingValue(inst, k), direction, carried(g, phi, direction),
                            NULL);
}

void gen_enter_sums(struct gen *g, unsigned l)
{
    for_sums(g, l, enter_sum);
}

void gen_leave_sums(struct gen *g, unsigned l)
{
    for_sums(g, l, leave_sum);
}

void gen_reverse_iteration(struct gen *g, unsigned l, const struct adjoint_part *part)
{
    for_sums(g, l, begin_sum);
    gen_reverse_part(g, g->f->loops[l].header, part);
    for_sums(g, l, end_sum);
}

/* ---- the loops ---- */

/* Over all iterations, or a strip of them. */
static void whole_pass(struct gen *g, unsigned l, const struct adjoint_part *part)
{
    LLVMBasicBlockRef again = begin_block(g), more = gen_block(g), done = gen_block(g);
    gen_reverse_iteration(g, l, part);
    LLVMValueRef count = load_counter(g, l);
    LLVMBuildCondBr(g->b, gen_is_last_iteration(g, l, count), done, more);
    LLVMPositionBuilderAtEnd(g->b, more);
    gen_next_iteration(g, l, count);
    LLVMBuildBr(g->b, again);
    LLVMPositionBuilderAtEnd(g->b, done);
    store_counter(g, l,
                  g->plan->strip[l] ? LLVMBuildLoad2(g->b, gen_i64(g), g->strip_start[l], "")
                                    : gen_const_i64(g, 0));
}

/* Over the first `low` iterations and the last `high` ones, as far as there are so many. There is
 * at least one. */
static void pass_over_ends(struct gen *g, unsigned l, const struct adjoint_part *part)
{
    LLVMValueRef trips = gen_reverse_operand(g, g->f->loops[l].trips),
                 low = gen_smaller(g, gen_const_i64(g, part->low), trips),
                 high = gen_smaller(g, gen_const_i64(g, part->high),
                                    LLVMBuildNUWSub(g->b, trips, low, "")),
                 behind = LLVMBuildNUWSub(g->b, trips, high, "");
    store_counter(g, l, part->low ? gen_const_i64(g, 0) : behind);
    LLVMBasicBlockRef again = begin_block(g), done = gen_block(g);
    gen_reverse_iteration(g, l, part);
    LLVMValueRef next = LLVMBuildNUWAdd(g->b, load_counter(g, l), gen_const_i64(g, 1), ""),
                 jumps = LLVMBuildICmp(g->b, LLVMIntEQ, next, low, "");
    if (part->low)
        next = LLVMBuildSelect(g->b, jumps, behind, next, "");
    store_counter(g, l, next);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, next, trips, ""), done, again);
    LLVMPositionBuilderAtEnd(g->b, done);
    store_counter(g, l, gen_const_i64(g, 0));
}

/* Iteration c stands for the element that term i reads in iteration c + low. */
static void gather(struct gen *g, unsigned l, const struct adjoint_part *part)
{
    LLVMValueRef trips = gen_reverse_operand(g, g->f->loops[l].trips),
                 ends = gen_const_i64(g, part->terms[0].low + part->terms[0].high);
    LLVMBasicBlockRef some = gen_block(g), done = gen_block(g);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, ends, trips, ""), some, done);
    LLVMPositionBuilderAtEnd(g->b, some);
    LLVMValueRef end = LLVMBuildNUWSub(g->b, trips, ends, "");
    LLVMBasicBlockRef again = begin_block(g);
    LLVMValueRef element = load_counter(g, l);
    for (unsigned i = 0; i < part->term_count; i++) {
        LLVMValueRef distance = gen_const_i64(g, part->terms[i].low);
        store_counter(g, l, LLVMBuildNUWAdd(g->b, element, distance, ""));
        gen_reverse_iteration(g, l, &part->terms[i]);
    }
    LLVMValueRef next = LLVMBuildNUWAdd(g->b, element, gen_const_i64(g, 1), "");
    store_counter(g, l, next);
    LLVMBasicBlockRef last = gen_block(g);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, next, end, ""), last, again);
    LLVMPositionBuilderAtEnd(g->b, last);
    store_counter(g, l, gen_const_i64(g, 0));
    LLVMBuildBr(g->b, done);
    LLVMPositionBuilderAtEnd(g->b, done);
}

void gen_first_passes(struct gen *g, unsigned l)
{
    const struct adjoint_block *block = &g->plan->program->blocks[g->f->loops[l].header];
    gen_new_stretch(g);
    for (unsigned pass = 0; pass + 1 < block->count; pass++) {
        const struct adjoint_part *part = &block->parts[pass];
        (part->ends ? pass_over_ends : part->term_count ? gather : whole_pass)(g, l, part);
        gen_new_stretch(g);
    }
    g->again[l] = begin_block(g);
}
