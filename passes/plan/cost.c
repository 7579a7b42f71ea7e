/* The cost model of plans: cost.h. */
#include "plan/cost.h"
#include "plan/allocations.h"
#include "base/type.h"
#include "ir/trips.h"

/* Threads of a device compute faster than they reach memory of their own. */
enum { COST_MAX = 13, COST_MAX_MUCH = 200, COST_SLOT = 8, COST_AFFINE = 2, COST_COPY = 2 };

unsigned plan_recompute_limit(enum plan_cache cache, bool much)
{
    return cache == PLAN_CACHE_ALL         ? 0
           : cache == PLAN_CACHE_RECOMPUTE ? COST_INFINITE - 1
           : much                          ? COST_MAX_MUCH
                                           : COST_MAX;
}

/* ---- parts ---- */

unsigned plan_value_of(const struct plan *p, unsigned cached)
{
    return cached < p->f->value_count ? cached : (cached - p->f->value_count) / p->width;
}

static bool is_shadow(const struct plan *p, unsigned cached)
{
    return cached >= p->f->value_count;
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

static void add_part(const struct plan *p, struct plan_parts *parts, LLVMValueRef v, bool shadow)
{
    unsigned id = func_id(p->f, v);
    if (id == NO_ID)
        return;
    shadow = shadow && activity_has_shadow(p->a->state[id]); /* else it is its own */
    VEC_PUSH(p->f->arena, &parts->items, shadow ? cached_shadow(p, id, 0) : cached_value(id));
}

static void add_parts_of_phi(const struct plan *p, unsigned v, bool shadow,
                             struct plan_parts *parts)
{
    LLVMValueRef start, step;
    bool subtract;
    unsigned l = func_loop_of(p->f, v);
    if (!plan_affine_phi(p, v, &start, &step, &subtract) || v == p->f->loops[l].counter)
        return;
    VEC_PUSH(p->f->arena, &parts->items, p->f->loops[l].counter);
    add_part(p, parts, step, false);
    add_part(p, parts, start, shadow);
}

/* A load that reads from a copy of its memory: where that is, and what it is a copy of. */
static void add_parts_of_snapshot(const struct plan *p, unsigned v, struct plan_parts *parts)
{
    unsigned call = plan_read_from_snapshot(p, v);
    if (call == NO_ID)
        return;
    VEC_PUSH(p->f->arena, &parts->items, cached_value(call));
    add_part(p, parts, LLVMGetOperand(p->f->values[call], 0), false);
}

void plan_find_parts(const struct plan *p, unsigned cached, struct plan_parts *parts)
{
    unsigned v = plan_value_of(p, cached);
    bool shadow = is_shadow(p, cached);
    LLVMValueRef inst = p->f->values[v];
    parts->items.count = 0;
    if (LLVMIsAPHINode(inst)) {
        add_parts_of_phi(p, v, shadow, parts);
        return;
    }
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
        bool pointer_part = shadow && !(LLVMIsASelectInst(inst) && k == 0) &&
                            !(LLVMIsAGetElementPtrInst(inst) && k > 0);
        add_part(p, parts, LLVMGetOperand(inst, k), pointer_part);
    }
    if (LLVMIsALoadInst(inst) && !shadow)
        add_parts_of_snapshot(p, v, parts);
}

/* ---- computing again ---- */

unsigned plan_cost_inside(const struct plan *p, unsigned part, unsigned l, unsigned cost)
{
    unsigned v = plan_value_of(p, part);
    bool outside = v < p->f->arg_count || !func_loop_contains(p->f, l, func_loop_of(p->f, v));
    return outside && l != NO_ID && cost > 1 ? 1 : cost;
}

/* Base cost of recomputing an instruction from its operands; COST_INFINITE if it cannot be. */
static unsigned own_cost(const struct plan *p, unsigned v)
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

static unsigned shadow_own_cost(const struct plan *p, unsigned v)
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

static unsigned phi_step_cost(const struct plan *p, unsigned v)
{
    LLVMValueRef start, step;
    bool subtract;
    unsigned l = func_loop_of(p->f, v);
    if (l != NO_ID && p->f->loops[l].counter == v)
        return 0;
    return plan_affine_phi(p, v, &start, &step, &subtract) ? COST_AFFINE : COST_INFINITE;
}

/* The shadow of a loaded pointer is what the shadow of the memory has there, all the time: not in
 * split mode, nor what the kind map has kept aside, or what is at a distance. */
static bool has_shadow_there(const struct plan *p, unsigned v)
{
    return !p->reusable && !p->bytes[v].tracked && !activity_is_distant(p->c, p->a, v);
}

static unsigned load_step_cost(const struct plan *p, unsigned v, bool shadow)
{
    unsigned scope = plan_replay_scope(p, func_loop_of(p->f, v));
    if (shadow && !has_shadow_there(p, v))
        return COST_INFINITE;
    if (memory_reloadable(p->m, v, scope))
        return COST_LOAD;
    return !shadow && plan_snapshot(p, v) != NO_ID ? COST_COPY : COST_INFINITE;
}

unsigned plan_step_cost(const struct plan *p, unsigned cached)
{
    unsigned v = plan_value_of(p, cached);
    bool shadow = is_shadow(p, cached);
    if (LLVMIsAPHINode(p->f->values[v])) /* of an integer the shadow may be the integer itself */
        return shadow && LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) == LLVMIntegerTypeKind
                   ? COST_INFINITE
                   : phi_step_cost(p, v);
    if (LLVMIsALoadInst(p->f->values[v]))
        return load_step_cost(p, v, shadow);
    return shadow ? shadow_own_cost(p, v) : own_cost(p, v);
}

/* The address moves by the same distance from one iteration of the load's loop to the next. Where
 * pointers and sizes are loaded so, as from an array of vectors, more than a value is computed from
 * them. */
static bool moves_in_step(const struct plan *p, unsigned v)
{
    const struct func *f = p->f;
    unsigned l = func_loop_of(f, v);
    EzbScev start, step, at = ezb_scev_of(f->cx, f->fn, LLVMGetOperand(f->values[v], 0));
    EzbLoop loop;
    int64_t bytes;
    return l != NO_ID && type_is_fp(LLVMTypeOf(f->values[v])) && at &&
           ezb_scev_is_addrec(f->cx, at, &loop, &start, &step) && loop == f->loops[l].handle &&
           ezb_scev_const(step, &bytes);
}

bool plan_reads_in_step(const struct plan *p, unsigned cached)
{
    unsigned v = plan_value_of(p, cached);
    if (is_shadow(p, cached) || !LLVMIsALoadInst(p->f->values[v]))
        return false;
    return plan_read_from_snapshot(p, v) != NO_ID || moves_in_step(p, v);
}

/* A part that would have to be kept is dear, unless it is kept anyway. The address of a load is
 * not kept for its sake, nor what a header phi is made of. */
static unsigned part_cost(struct plan *p, unsigned cached, unsigned part)
{
    LLVMValueRef inst = p->f->values[plan_value_of(p, cached)];
    if (plan_reads_in_step(p, cached))
        return 0;
    unsigned c =
        plan_cost_inside(p, part, func_loop_of(p->f, plan_value_of(p, cached)), plan_cost(p, part));
    if (c <= p->recompute_limit || LLVMIsAPHINode(inst))
        return c;
    if (LLVMIsALoadInst(inst))
        return COST_INFINITE;
    bool kept = !is_shadow(p, cached) && p->how[part] == HOW_SLOT;
    return kept ? COST_LOAD : COST_SLOT;
}

static unsigned compute_cost(struct plan *p, unsigned cached)
{
    struct plan_parts parts = {{0}};
    unsigned v = plan_value_of(p, cached);
    if (v < p->f->arg_count)
        return 0;
    if (plan_on_stack(p, func_loop_of(p->f, v)))
        return 1;
    unsigned cost = plan_step_cost(p, cached);
    if (cost > p->recompute_limit)
        return cost;
    plan_find_parts(p, cached, &parts);
    for (unsigned k = 0; k < parts.items.count && cost <= p->recompute_limit; k++)
        cost += part_cost(p, cached, parts.items.items[k]);
    return cost;
}

unsigned plan_cost(struct plan *p, unsigned cached)
{
    if (p->choice && p->choice[cached] == HOW_SLOT)
        return 0; /* the cut has paid for reading it */
    if (!p->cost[cached]) {
        p->cost[cached] = COST_INFINITE; /* cycles through phis end here */
        unsigned c = compute_cost(p, cached);
        p->cost[cached] = (uint16_t)((c > COST_INFINITE ? COST_INFINITE : c) + 1);
    }
    return p->cost[cached] - 1u;
}

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

void plan_forget_costs(struct plan *p, unsigned v)
{
    forget_costs(p, v, COST_MAX); /* a chain that long is too dear anyway */
}

static unsigned holder_address_cost(struct plan *p, unsigned store)
{
    unsigned id = func_id(p->f, LLVMGetOperand(p->f->values[store], 1));
    return id == NO_ID
               ? 0
               : plan_cost_inside(p, id, func_loop_of(p->f, store), plan_cost(p, cached_value(id)));
}

/* In what runs again, stores do not keep what they have stored. */
unsigned plan_held_cost(struct plan *p, unsigned cached, unsigned *holder)
{
    struct func *f = p->f;
    if (cached >= f->value_count || LLVMIsALoadInst(f->values[cached]) ||
        plan_replay_scope(p, func_loop_of(f, cached)) != NO_ID)
        return COST_INFINITE;
    *holder = memory_holder(p->m, cached);
    if (*holder == NO_ID || bits_get(&p->sunk, *holder) || bits_get(&p->deferred, *holder))
        return COST_INFINITE;
    return COST_LOAD + holder_address_cost(p, *holder);
}

/* ---- keeping ---- */

static uint64_t trips(struct plan *p, unsigned l)
{
    if (!p->trips[l])
        p->trips[l] = trips_expected(p->f, l);
    return p->trips[l];
}

uint64_t plan_runs(struct plan *p, unsigned loop)
{
    uint64_t runs = 1;
    for (; loop != NO_ID; loop = p->f->loops[loop].parent)
        runs = trips_times(runs, trips(p, loop));
    return runs;
}

uint64_t plan_elements(struct plan *p, const struct plan_allocation *g)
{
    if (g->kind == ALLOCATION_FRAME)
        return 1;
    if (g->kind == ALLOCATION_LINKED)
        return plan_runs(p, g->loop);
    uint64_t n = plan_runs(p, p->f->loops[g->top].parent);
    for (unsigned i = 0; i < g->dim_count; i++)
        n = trips_times(n, trips(p, g->dims[i]));
    return n;
}

uint64_t plan_copied_bytes(struct plan *p, unsigned call)
{
    enum { ELEMENT_BYTES = 8 };
    return ELEMENT_BYTES * plan_runs(p, plan_snapshot_loop(p, call));
}

uint64_t plan_bytes_put_back(struct plan *p, unsigned store)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(p->f->values[store], 0));
    uint64_t copied = 1;
    for (unsigned l = func_loop_of(p->f, store); l != NO_ID; l = p->f->loops[l].parent)
        if (!memory_is_copied_once(p->f, store, l))
            copied = trips_times(copied, trips(p, l));
    return copied * LLVMABISizeOfType(LLVMGetModuleDataLayout(p->f->module), t);
}

static bool carries_numbers(const struct func *f, unsigned l)
{
    bool fp = false, ptr = false;
    for (unsigned v = f->blocks[f->loops[l].header].first; LLVMIsAPHINode(f->values[v]); v++)
        if (activity_type_has(LLVMTypeOf(f->values[v]), &fp, &ptr) && fp)
            return true;
    return false;
}

/* In comparison with values of vectors. */
enum { VECTOR = 1, SCALAR = 4, SERIAL = 16 };

static unsigned cost_in_loop(const struct func *f, unsigned l)
{
    if (carries_numbers(f, l))
        return SERIAL;
    return f->loops[l].header == f->loops[l].latch ? VECTOR : SCALAR;
}

/* Addresses and counters, and what only the link asks. */
static bool is_cheap(const struct plan *p, unsigned v)
{
    bool fp = false, ptr = false;
    LLVMValueRef inst = p->f->values[v];
    enum call_class cls = p->f->calls[v].cls;
    if (cls == CALL_NOP || cls == CALL_SNAPSHOT || cls == CALL_DISJOINT || LLVMIsAPHINode(inst))
        return true;
    bool number = activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp;
    return !number && !ezb_inst_reads(inst) && !ezb_inst_writes(inst);
}

/* What cannot be computed from values alone is a memory access, or a call, which is dear; functions
 * of the mathematical library are scalar. */
static unsigned primal_cost(const struct plan *p, unsigned v)
{
    enum { FUNCTION = 20, CALL = 100 };
    LLVMValueRef inst = p->f->values[v];
    if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst))
        return 1;
    unsigned cost = is_cheap(p, v) ? 0 : own_cost(p, v);
    cost = cost < CALL ? cost : CALL;
    return cost < FUNCTION ? cost : SCALAR * cost;
}

uint64_t plan_rerun_cost(struct plan *p, unsigned l)
{
    const struct func *f = p->f;
    uint64_t cost = 0;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        unsigned inner = func_loop_of(f, v);
        if (func_loop_contains(f, l, inner) && plan_is_of_version(p, l, inner, true))
            cost += primal_cost(p, v) * cost_in_loop(f, inner) * plan_runs(p, inner);
    }
    return cost;
}

uint64_t plan_kept_bytes(struct plan *p)
{
    uint64_t bytes = 0;
    for (unsigned g = 0; g <= p->f->loop_count * ALLOCATIONS_PER_LOOP; g++)
        bytes += p->allocations[g].bytes * plan_elements(p, &p->allocations[g]);
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (p->f->calls[v].cls == CALL_SNAPSHOT && p->how[cached_value(v)] == HOW_SLOT)
            bytes += plan_copied_bytes(p, v);
    return bytes;
}
