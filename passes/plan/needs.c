/* Which cached values the reverse code of an instruction reads, and for each whether it is kept in
 * a slot or computed again.
 *
 * That is as the cut has it (cut.h), if there is one. Else a value whose recomputation costs no
 * more than keeping and reading it back is recomputed (cost.h); loads are recomputed (loaded again)
 * only where memory analysis proves the location unchanged. */
#include "plan/needs.h"
#include "plan/allocations.h"
#include "plan/cost.h"
#include "plan/rows.h"

static void need(struct plan *p, unsigned cached);

static void keep(struct plan *p, unsigned cached)
{
    p->how[cached] = HOW_SLOT;
    plan_add_field(p, cached);
    if (cached < p->f->value_count)
        plan_forget_costs(p, cached);
}

static void need_parts(struct plan *p, unsigned cached)
{
    struct plan_parts parts = {{0}};
    plan_find_parts(p, cached, &parts);
    for (unsigned k = 0; k < parts.items.count; k++) {
        unsigned part = parts.items.items[k];
        for (unsigned i = 0, n = part < p->f->value_count ? 1 : p->width; i < n; i++)
            need(p, part + i);
    }
}

/* Of what can be computed again: how the cut would have it, or whatever is cheaper. */
static enum cached_how choose(struct plan *p, unsigned cached)
{
    uint8_t choice = p->choice ? p->choice[cached] : HOW_NONE;
    if (choice == HOW_SLOT)
        return HOW_SLOT;
    unsigned cost = plan_cost(p, cached), held = COST_INFINITE;
    if (cost > COST_LOAD && (choice != HOW_RECOMPUTE || cost > p->recompute_limit))
        held = plan_held_cost(p, cached, &p->holder[plan_value_of(p, cached)]);
    if (held <= p->recompute_limit && (held < cost || choice == HOW_HELD))
        return HOW_HELD;
    return cost <= p->recompute_limit ? HOW_RECOMPUTE : HOW_SLOT;
}

static void need(struct plan *p, unsigned cached)
{
    if (p->how[cached] != HOW_NONE)
        return;
    struct func *f = p->f;
    if (cached >= cached_selector(p, 0)) {
        keep(p, cached);
        return;
    }
    unsigned v = plan_value_of(p, cached);
    p->how[cached] = HOW_RECOMPUTE;
    if (v < f->arg_count)
        return;
    if (plan_on_stack(p, func_loop_of(f, v))) {
        keep(p, cached);
        return;
    }
    switch (choose(p, cached)) {
    case HOW_HELD: {
        unsigned address = func_id(f, LLVMGetOperand(f->values[p->holder[v]], 1));
        p->how[cached] = HOW_HELD;
        if (address != NO_ID)
            need(p, cached_value(address));
        return;
    }
    case HOW_RECOMPUTE: need_parts(p, cached); return;
    default: keep(p, cached);
    }
}

static void note_read(struct plan *p, struct plan_reads *reads, unsigned cached)
{
    for (unsigned i = 0; i < reads->count; i++)
        if (reads->items[i] == cached)
            return;
    VEC_PUSH(p->f->arena, reads, cached);
}

void plan_need(struct plan *p, unsigned cached)
{
    struct plan_reads *reads = p->asking;
    if (reads)
        note_read(p, reads, cached);
    bits_set(&p->demanded, cached);
    p->asking = NULL; /* what it is computed from, and where it is kept, it asks for itself */
    need(p, cached);
    p->asking = reads;
}

void plan_need_operand(struct plan *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    if (id != NO_ID)
        plan_need(p, cached_value(id));
}

void plan_need_shadow(struct plan *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    if (id == NO_ID)
        return;
    if (!activity_has_shadow(p->a->state[id])) {
        plan_need(p, cached_value(id)); /* its own shadow */
        return;
    }
    for (unsigned direction = 0; direction < p->width; direction++)
        plan_need(p, cached_shadow(p, id, direction));
}

/* A memory access through a pointer that may have a shadow: the shadow, and the primal when that
 * must be compared. */
static void need_access(struct plan *p, LLVMValueRef pointer)
{
    uint8_t s = activity_state(p->c, p->a, pointer);
    if (!activity_has_shadow(s))
        return;
    plan_need_shadow(p, pointer);
    if (s & STATE_CONST)
        plan_need_operand(p, pointer);
}

static void need_rule(struct plan *p, unsigned v)
{
    const struct rule *r = p->f->calls[v].rule;
    for (unsigned k = 0, n = rule_operand_count(r); k < n; k++) {
        unsigned id = func_id(p->f, LLVMGetOperand(p->f->values[v], k));
        if (id == NO_ID || !rule_has_partial(r, k) || !activity_active(p->a, id))
            continue;
        uint32_t mask = rule_needs(r, k);
        for (unsigned j = 0; j < n; j++)
            if (mask >> j & 1)
                plan_need_operand(p, LLVMGetOperand(p->f->values[v], j));
        if (mask & RULE_NEEDS_RESULT)
            plan_need(p, cached_value(v));
    }
}

static void need_nothing(struct plan *p, unsigned v)
{
    (void)p, (void)v;
}

static void need_result(struct plan *p, unsigned v)
{
    plan_need(p, cached_value(v));
}

/* Masks that say what becomes of a sign have it from the operand. */
static void need_bits(struct plan *p, unsigned v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(p->f->values[v]);
    if (op == LLVMAnd || op == LLVMOr)
        plan_need_operand(p, LLVMGetOperand(p->f->values[v], 0));
}

static void need_call(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
        plan_need_operand(p, LLVMGetOperand(inst, k));
        plan_need_shadow(p, LLVMGetOperand(inst, k));
    }
    plan_need(p, cached_tape(p, v));
}

static void need_input(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const int *input = p->f->calls[v].input;
    need_access(p, LLVMGetOperand(inst, (unsigned)input[0]));
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
        plan_need(p, cached_value(v));
    if (input[1] >= 0)
        plan_need_operand(p, LLVMGetOperand(inst, (unsigned)input[1]));
}

static void need_allocation(struct plan *p, unsigned v)
{
    plan_need_shadow(p, p->f->values[v]);
    for (unsigned i = 0; i < 2; i++)
        if (p->f->calls[v].alloc_size[i] >= 0)
            plan_need_operand(
                p, LLVMGetOperand(p->f->values[v], (unsigned)p->f->calls[v].alloc_size[i]));
}

static void need_sync(struct plan *p, unsigned v)
{
    LLVMValueRef call = p->f->values[v];
    unsigned n = rule_sync_values(call, p->f->calls[v].mirror),
             operands = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n && k < operands; k++)
        plan_need_operand(p, LLVMGetOperand(call, k));
    if (n > operands)
        plan_need(p, cached_value(v));
}

/* Per row: what is read beside operands and shadow memory. */
static void (*const more[])(struct plan *, unsigned) = {
    [ADJOINT_NONE] = need_nothing,
#define ADJOINT(row, text, values, pointer, effect, source, asks, emitter, flags)                  \
    [ADJOINT_##row] = need_##asks,
#include "plan/adjoint.def"
#undef ADJOINT
};

void plan_need_adjoint(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const struct adjoint_row_info *row = plan_row(p, v);
    p->asking = &p->reads[v];
    if (row->source != NOWHERE)
        need_access(p, LLVMGetOperand(inst, (unsigned)row->source));
    if (row->pointer != NOWHERE)
        need_access(p, LLVMGetOperand(inst, (unsigned)row->pointer));
    for (unsigned k = 0; row->values >> k; k++)
        if (row->values >> k & 1)
            plan_need_operand(p, LLVMGetOperand(inst, k));
    more[p->row[v]](p, v);
    p->asking = NULL;
}
