/* See exchange_shape.h. */
#include "prepare/loops/exchange_shape.h"

/* Operations that a counter, or the test of one, is made of. */
LIMIT(COUNTER_STEPS, 8);

bool exchange_is_in_front(const struct exchange *e, LLVMValueRef v)
{
    unsigned id = func_id(e->f, v);
    return id == NO_ID || id < e->f->arg_count ||
           !func_loop_contains(e->f, e->loops[0], func_loop_of(e->f, id));
}

enum exchange_place exchange_place_of(const struct exchange *e, unsigned v)
{
    unsigned l = v < e->f->arg_count ? NO_ID : func_loop_of(e->f, v);
    if (l == NO_ID || !func_loop_contains(e->f, e->loops[0], l))
        return EXCHANGE_OUTSIDE;
    return l == e->loops[e->depth - 1] ? EXCHANGE_BODY : EXCHANGE_AROUND;
}

bool exchange_is_sum(const struct exchange *e, LLVMValueRef phi)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
    return (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) &&
           exchange_place_of(e, func_id(e->f, phi)) == EXCHANGE_BODY;
}

static bool is_of_loop(const struct exchange *e, LLVMValueRef v, unsigned l, unsigned steps)
{
    if (exchange_is_in_front(e, v))
        return true;
    unsigned id = func_id(e->f, v);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (!steps || (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind))
        return false;
    if (LLVMIsAPHINode(v))
        return e->f->block_of[id] == e->f->loops[l].header;
    if (LLVMIsACallInst(v) || ezb_inst_reads(v) || ezb_inst_writes(v))
        return false;
    for (unsigned k = 0, n = func_operand_count(e->f, id); k < n; k++)
        if (!is_of_loop(e, LLVMGetOperand(v, k), l, steps - 1))
            return false;
    return true;
}

bool exchange_is_of_loop(const struct exchange *e, LLVMValueRef v, unsigned l)
{
    return is_of_loop(e, v, l, COUNTER_STEPS);
}

/* Of two predecessors one leads past the loop inside. */
static unsigned before(const struct func *f, unsigned b)
{
    const struct func_block *block = &f->blocks[b];
    if (block->pred_count == 1)
        return block->preds[0];
    bool guarded = block->pred_count == 2 &&
                   (block->preds[0] == block->idom || block->preds[1] == block->idom);
    return !guarded ? NO_ID : block->preds[block->preds[0] == block->idom];
}

static bool add_guard(struct exchange *e, unsigned b)
{
    LLVMBasicBlockRef from = e->f->blocks[e->f->blocks[b].idom].ref, past = e->f->blocks[b].ref;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
        !exchange_is_in_front(e, LLVMGetCondition(end)))
        return false;
    struct exchange_guard guard = {LLVMGetCondition(end), LLVMGetSuccessor(end, 1) == past};
    VEC_PUSH(e->f->arena, &e->guards, guard);
    return LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1);
}

/* Counts the blocks of a loop behind the loop inside; 0: there are others. */
static unsigned find_head(struct exchange *e, unsigned l, unsigned inside)
{
    const struct func *f = e->f;
    unsigned count = 0;
    for (unsigned b = f->loops[l].latch; b != f->loops[inside].latch; b = before(f, b)) {
        if (b == NO_ID || f->blocks[b].loop != l || b == f->loops[l].header ||
            (f->blocks[b].pred_count > 1 && !add_guard(e, b)))
            return 0;
        count++;
    }
    return count;
}

static unsigned find_tail(const struct exchange *e, unsigned l, unsigned inside)
{
    const struct func *f = e->f;
    unsigned count = 1;
    for (unsigned b = f->loops[inside].preheader; b != f->loops[l].header;
         b = f->blocks[b].preds[0], count++)
        if (f->blocks[b].loop != l || f->blocks[b].pred_count != 1)
            return 0;
    return count;
}

/* Values stay inside, and there is one way out. */
static bool is_closed(const struct exchange *e, unsigned b)
{
    const struct func *f = e->f;
    const struct func_block *block = &f->blocks[b];
    for (unsigned k = 0; k < block->succ_count; k++)
        if (!func_loop_contains(f, e->loops[0], f->blocks[block->succs[k]].loop) &&
            b != f->loops[e->loops[0]].latch)
            return false;
    for (unsigned v = block->first; v < block->first + block->count; v++)
        for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
            unsigned user = func_id(f, LLVMGetUser(u));
            if (user == NO_ID || exchange_place_of(e, user) == EXCHANGE_OUTSIDE)
                return false;
        }
    return true;
}

static bool blocks_fit(struct exchange *e)
{
    const struct func *f = e->f;
    unsigned expected = 1, found = 0;
    for (unsigned i = 0; i + 1 < e->depth; i++) {
        unsigned head = find_head(e, e->loops[i], e->loops[i + 1]),
                 tail = find_tail(e, e->loops[i], e->loops[i + 1]);
        if (!head || !tail)
            return false;
        expected += head + tail;
    }
    for (unsigned b = 0; b < f->block_count; b++) {
        if (!func_loop_contains(f, e->loops[0], f->blocks[b].loop))
            continue;
        found++;
        if (!is_closed(e, b))
            return false;
        for (unsigned v = f->blocks[b].first; v < f->blocks[b].first + f->blocks[b].count; v++)
            VEC_PUSH(f->arena, &e->values, v);
    }
    return found == expected;
}

/* The test at the end of the loop, and its phis; of the innermost loop, others may be sums. */
static bool counter_fits(const struct exchange *e, unsigned l)
{
    const struct func *f = e->f;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].latch].ref);
    const struct func_block *header = &f->blocks[f->loops[l].header];
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
        !exchange_is_of_loop(e, LLVMGetCondition(end), l))
        return false;
    for (unsigned v = header->first; LLVMIsAPHINode(f->values[v]); v++) {
        LLVMValueRef phi = f->values[v];
        if (exchange_is_sum(e, phi))
            continue;
        if (!exchange_is_in_front(e, func_incoming(f, l, phi, false)) ||
            !exchange_is_of_loop(e, func_incoming(f, l, phi, true), l))
            return false;
    }
    return true;
}

bool exchange_shape_find(struct exchange *e)
{
    for (unsigned i = 0; i < e->depth; i++)
        if (e->f->loops[e->loops[i]].preheader == NO_ID || !counter_fits(e, e->loops[i]))
            return false;
    return blocks_fit(e);
}
