/* Which cached values the reverse code of an instruction reads, and for each whether it is kept in
 * a slot or computed again.
 *
 * That is as the cut has it (cut.h), if there is one. Else a value whose recomputation costs no
 * more than keeping and reading it back is recomputed (cost.h); loads are recomputed (loaded again)
 * only where memory analysis proves the location unchanged. */
#include "plan/needs.h"
#include "plan/allocations.h"
#include "plan/cost.h"

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

void plan_need(struct plan *p, unsigned cached)
{
    bits_set(&p->demanded, cached);
    need(p, cached);
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

/* Which operand a minimum or maximum took is decided by the operands. */
static void need_update(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    need_access(p, LLVMGetOperand(inst, 0));
    if (op != LLVMAtomicRMWBinOpFMax && op != LLVMAtomicRMWBinOpFMin)
        return;
    plan_need(p, cached_value(v));
    plan_need_operand(p, LLVMGetOperand(inst, 1));
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

static void need_call(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    switch (p->f->calls[v].cls) {
    case CALL_RULE: need_rule(p, v); return;
    case CALL_DEFINED:
    case CALL_CUSTOM:
        for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
            plan_need_operand(p, LLVMGetOperand(inst, k));
            plan_need_shadow(p, LLVMGetOperand(inst, k));
        }
        plan_need(p, cached_tape(p, v));
        return;
    case CALL_CAS:
        need_access(p, LLVMGetOperand(inst, 0));
        plan_need(p, cached_value(v));
        return;
    case CALL_ALLOC:
        plan_need_shadow(p, inst);
        for (unsigned i = 0; i < 2; i++)
            if (p->f->calls[v].alloc_size[i] >= 0)
                plan_need_operand(p, LLVMGetOperand(inst, (unsigned)p->f->calls[v].alloc_size[i]));
        return;
    case CALL_INPUT:
        need_access(p, LLVMGetOperand(inst, (unsigned)p->f->calls[v].input[0]));
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
            plan_need(p, cached_value(v));
        if (p->f->calls[v].input[1] >= 0)
            plan_need_operand(p, LLVMGetOperand(inst, (unsigned)p->f->calls[v].input[1]));
        return;
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
        need_access(p, LLVMGetOperand(inst, 1));
        /* fall through */
    case CALL_MEMSET:
        need_access(p, LLVMGetOperand(inst, 0));
        plan_need_operand(p, LLVMGetOperand(inst, 2));
        return;
    default: return;
    }
}

void plan_need_adjoint(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAtomicRMW: need_update(p, v); return;
    case LLVMLoad: need_access(p, LLVMGetOperand(inst, 0)); return;
    case LLVMAnd:
    case LLVMOr: plan_need_operand(p, LLVMGetOperand(inst, 0)); return;
    case LLVMStore: need_access(p, LLVMGetOperand(inst, 1)); return;
    case LLVMSelect: plan_need_operand(p, LLVMGetOperand(inst, 0)); return;
    case LLVMExtractElement: plan_need_operand(p, LLVMGetOperand(inst, 1)); return;
    case LLVMInsertElement: plan_need_operand(p, LLVMGetOperand(inst, 2)); return;
    case LLVMCall:
    case LLVMInvoke: need_call(p, v); return;
    default:
        if (p->f->calls[v].cls == CALL_RULE)
            need_rule(p, v);
    }
}
