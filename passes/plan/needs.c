/* Which cached values the reverse code of an instruction reads, and for each whether it is kept in
 * a slot or computed again.
 *
 * Costs are in units of a simple operation. A value whose recomputation costs no more than keeping
 * and reading it back is recomputed; loads are recomputed (loaded again) only where memory analysis
 * proves the location unchanged. */
#include "plan/needs.h"
#include "plan/allocations.h"
#include "plan/rows.h"

enum { COST_MAX = 13, COST_INFINITE = 1000, COST_SLOT = 8, COST_LOAD = 3 };

unsigned plan_recompute_limit(enum plan_cache cache)
{
    return cache == PLAN_CACHE_ALL         ? 0
           : cache == PLAN_CACHE_RECOMPUTE ? COST_INFINITE - 1
                                           : COST_MAX;
}

static unsigned cost_of(struct plan *p, unsigned cached);

static unsigned operand_cost(struct plan *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    return id == NO_ID ? 0 : cost_of(p, cached_value(id));
}

/* Cost per execution in loop `l`: what comes from outside is computed or read outside. */
static unsigned cost_inside(const struct plan *p, LLVMValueRef v, unsigned l, unsigned cost)
{
    unsigned id = func_id(p->f, v);
    bool outside = id != NO_ID &&
                   (id < p->f->arg_count || !func_loop_contains(p->f, l, func_loop_of(p->f, id)));
    return outside && l != NO_ID && cost > 1 ? 1 : cost;
}

static unsigned shadow_cost(struct plan *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    if (id == NO_ID)
        return 0;
    return activity_has_shadow(p->a->state[id]) ? cost_of(p, cached_shadow(p, id, 0))
                                                : cost_of(p, cached_value(id));
}

bool plan_affine_phi(const struct plan *p, unsigned v, LLVMValueRef *start, LLVMValueRef *step,
                     bool *subtract)
{
    const struct func *f = p->f;
    LLVMValueRef phi = f->values[v];
    unsigned l = func_loop_of(f, v);
    if (!LLVMIsAPHINode(phi) || l == NO_ID || f->block_of[v] != f->loops[l].header ||
        LLVMCountIncoming(phi) != 2)
        return false;
    unsigned latch = func_block_id(f, LLVMGetIncomingBlock(phi, 0)) == f->loops[l].latch ? 0 : 1;
    LLVMValueRef next = LLVMGetIncomingValue(phi, latch);
    *start = LLVMGetIncomingValue(phi, 1 - latch);
    if (!LLVMIsAInstruction(next))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(next);
    bool integer = LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind &&
                   LLVMGetIntTypeWidth(LLVMTypeOf(phi)) <= 64;
    bool pointer =
        op == LLVMGetElementPtr && LLVMGetNumOperands(next) == 2 && LLVMGetOperand(next, 0) == phi;
    if (!pointer && !(integer && (op == LLVMAdd || op == LLVMSub)))
        return false;
    if (!pointer && LLVMGetOperand(next, 0) != phi &&
        (op == LLVMSub || LLVMGetOperand(next, 1) != phi))
        return false;
    *step = LLVMGetOperand(next, pointer || LLVMGetOperand(next, 0) == phi ? 1 : 0);
    *subtract = op == LLVMSub;
    unsigned id = func_id(f, *step);
    return id == NO_ID || (id != v && !func_loop_contains(f, l, func_loop_of(f, id)));
}

static unsigned phi_cost(struct plan *p, unsigned v, bool shadow)
{
    LLVMValueRef start, step;
    bool subtract;
    unsigned l = func_loop_of(p->f, v);
    if (l != NO_ID && p->f->loops[l].counter == v)
        return 0;
    if (!plan_affine_phi(p, v, &start, &step, &subtract))
        return COST_INFINITE;
    unsigned from = shadow ? shadow_cost(p, start) : operand_cost(p, start);
    return 2 + cost_inside(p, step, l, operand_cost(p, step)) + cost_inside(p, start, l, from);
}

static unsigned load_cost(struct plan *p, unsigned v, bool shadow)
{
    unsigned scope = plan_replay_scope(p, func_loop_of(p->f, v));
    LLVMValueRef pointer = LLVMGetOperand(p->f->values[v], 0);
    unsigned address = cost_inside(p, pointer, func_loop_of(p->f, v),
                                   shadow ? shadow_cost(p, pointer) : operand_cost(p, pointer));
    if (address > p->recompute_limit || (shadow && p->reusable))
        return COST_INFINITE;
    if (memory_reloadable(p->m, v, scope))
        return COST_LOAD + address;
    return !shadow && plan_snapshot(p, v) != NO_ID ? COST_LOAD + 2 + address : COST_INFINITE;
}

/* Base cost of recomputing an instruction from its operands; COST_INFINITE if it cannot be. */
static unsigned own_cost(struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const struct call_info *call = &p->f->calls[v];
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMGetElementPtr:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMAddrSpaceCast: return 1;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: return 8;
    case LLVMCall:
        if (rule_should_recompute(inst))
            return 1;
        return call->cls == CALL_RULE && !ezb_inst_writes(inst) && !ezb_inst_reads(inst)
                   ? rule_cost(call->rule)
                   : COST_INFINITE;
    default:
        return call->cls == CALL_RULE && !LLVMIsACallInst(inst) ? rule_cost(call->rule)
                                                                : COST_INFINITE;
    }
}

static unsigned shadow_own_cost(struct plan *p, unsigned v)
{
    switch (LLVMGetInstructionOpcode(p->f->values[v])) {
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMSelect:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMExtractValue:
    case LLVMInsertValue: return 1;
    default: return COST_INFINITE;
    }
}

static unsigned compute_cost(struct plan *p, unsigned cached)
{
    struct func *f = p->f;
    bool shadow = cached >= f->value_count;
    unsigned v = shadow ? (cached - f->value_count) / p->width : cached;
    if (v < f->arg_count)
        return 0;
    if (plan_on_stack(p, func_loop_of(f, v)))
        return 1;
    LLVMValueRef inst = f->values[v];
    if (LLVMIsAPHINode(inst))
        return phi_cost(p, v, shadow);
    if (LLVMIsALoadInst(inst))
        return load_cost(p, v, shadow);
    unsigned cost = shadow ? shadow_own_cost(p, v) : own_cost(p, v);
    for (unsigned k = 0, n = func_operand_count(f, v); k < n && cost <= p->recompute_limit; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        bool pointer_part = shadow && !(LLVMIsASelectInst(inst) && k == 0) &&
                            !(LLVMIsAGetElementPtrInst(inst) && k > 0);
        unsigned c = pointer_part ? shadow_cost(p, o) : operand_cost(p, o), id = func_id(f, o);
        c = cost_inside(p, o, func_loop_of(f, v), c);
        if (c > p->recompute_limit) /* it has to be kept: dear, unless it is kept anyway */
            c = !shadow && p->how[cached_value(id)] == HOW_SLOT ? COST_LOAD : COST_SLOT;
        cost += c;
    }
    return cost;
}

static unsigned cost_of(struct plan *p, unsigned cached)
{
    if (!p->cost[cached]) {
        p->cost[cached] = COST_INFINITE; /* cycles through phis end here */
        unsigned c = compute_cost(p, cached);
        p->cost[cached] = (uint16_t)((c > COST_INFINITE ? COST_INFINITE : c) + 1);
    }
    return p->cost[cached] - 1u;
}

/* What is computed from the value costs less than it was thought to, now that the value is kept. */
static void forget_costs(struct plan *p, unsigned v, unsigned steps)
{
    for (LLVMUseRef u = LLVMGetFirstUse(p->f->values[v]); u && steps; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(p->f, LLVMGetUser(u));
        if (user == NO_ID || !p->cost[cached_value(user)])
            continue;
        p->cost[cached_value(user)] = 0;
        forget_costs(p, user, steps - 1);
    }
}

static void keep(struct plan *p, unsigned cached)
{
    p->how[cached] = HOW_SLOT;
    plan_add_field(p, cached);
    if (cached < p->f->value_count)
        forget_costs(p, cached, COST_MAX); /* a chain that long is too dear anyway */
}

/* The cost of loading a value from where the program has stored it. In what runs again, stores do
 * not. */
static unsigned held_cost(struct plan *p, unsigned cached, unsigned *holder)
{
    struct func *f = p->f;
    if (cached >= f->value_count || LLVMIsALoadInst(f->values[cached]) ||
        plan_replay_scope(p, func_loop_of(f, cached)) != NO_ID)
        return COST_INFINITE;
    *holder = memory_holder(p->m, cached);
    if (*holder == NO_ID || bits_get(&p->sunk, *holder) || bits_get(&p->deferred, *holder))
        return COST_INFINITE;
    LLVMValueRef pointer = LLVMGetOperand(f->values[*holder], 1);
    return COST_LOAD + cost_inside(p, pointer, func_loop_of(f, *holder), operand_cost(p, pointer));
}

static void need_parts(struct plan *p, unsigned v, bool shadow)
{
    LLVMValueRef inst = p->f->values[v], start, step;
    bool subtract;
    if (LLVMIsAPHINode(inst)) {
        if (!plan_affine_phi(p, v, &start, &step, &subtract))
            return; /* the counter itself */
        plan_need(p, cached_value(p->f->loops[func_loop_of(p->f, v)].counter));
        plan_need_operand(p, step);
        shadow ? plan_need_shadow(p, start) : plan_need_operand(p, start);
        return;
    }
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        bool pointer_part = shadow && !(LLVMIsASelectInst(inst) && k == 0) &&
                            !(LLVMIsAGetElementPtrInst(inst) && k > 0);
        pointer_part ? plan_need_shadow(p, o) : plan_need_operand(p, o);
    }
    unsigned from = shadow ? NO_ID : plan_read_from_snapshot(p, v);
    if (from == NO_ID)
        return;
    plan_need(p, cached_value(from));
    plan_need_operand(p, LLVMGetOperand(p->f->values[from], 0));
}

/* Decides how a cached value is had that nobody has asked for before. */
static void decide(struct plan *p, unsigned cached)
{
    if (p->how[cached] != HOW_NONE)
        return;
    struct func *f = p->f;
    if (cached >= cached_selector(p, 0)) {
        keep(p, cached);
        return;
    }
    bool shadow = cached >= f->value_count;
    unsigned v = shadow ? (cached - f->value_count) / p->width : cached;
    p->how[cached] = HOW_RECOMPUTE;
    if (v < f->arg_count)
        return;
    if (plan_on_stack(p, func_loop_of(f, v))) {
        keep(p, cached);
        return;
    }
    unsigned cost = cost_of(p, cached),
             held = cost > COST_LOAD ? held_cost(p, cached, &p->holder[v]) : COST_INFINITE;
    if (held <= p->recompute_limit && held < cost) {
        p->how[cached] = HOW_HELD;
        plan_need_operand(p, LLVMGetOperand(f->values[p->holder[v]], 1));
    } else if (cost <= p->recompute_limit) {
        need_parts(p, v, shadow);
    } else {
        keep(p, cached);
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
    p->asking = NULL; /* what it is computed from, it asks for itself */
    decide(p, cached);
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
