/* See nest.h. The adjoint of a loop over a column adds to elements of different rows, so that it
 * waits for memory and no vectors are made of it. But the adjoint of most nests only adds, and
 * additions commute: the loops may run in any order. The outermost of a few loops becomes the
 * innermost one where that makes more of the accesses go along rows.
 *
 * That is done where what the loops inside add to shadow memory is all that they do to it, and is
 * apart from what is taken out of it in front of them or behind. An element to which the body adds
 * something, as c[i][j] += a[i][k] * b[k][j] does, has its adjoint taken and added again; it is
 * left as it is. The adjoint of a sum in a register is the same in all iterations. */
#include "plan/nest.h"
#include "ir/scopes.h"
#include "plan/nest_gather.h"
#include "plan/nest_shape.h"
#include "plan/order.h"
#include "plan/rows.h"
#include <string.h>

/* Iterations of which adjoints are kept, and how many, for all directions together. */
enum { NEST_STRIP = 256, KEPT_MAX = 8 };
/* Loops of fewer iterations do not become the innermost one. */
enum { TRIPS_MIN = 8 };
LIMIT(NEST_PASSES_MAX, 6);
/* Operations from a sum to what it is in the next iteration. */
LIMIT(CHAIN_MAX, 8);
/* Costs of values that are computed again in each iteration of the innermost loop. */
enum { REPEATED_COST = 4, REPEATED_SUM = 24 };
enum { READ_COST = 1, ADD_COST = 2 };

struct nest_access {
    unsigned v;
    enum nest_place place;
};
struct nest {
    struct nest_shape s;
    VEC(struct nest_access) takes, adds;
};

/* ---- addresses ---- */

static LLVMValueRef pointer_of(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    return LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
}

enum stride { STRIDE_NONE, STRIDE_UNIT, STRIDE_MORE, STRIDE_UNKNOWN };

static enum stride stride_of_step(EzbScev step, uint64_t size)
{
    int64_t bytes;
    if (!ezb_scev_const(step, &bytes))
        return STRIDE_UNKNOWN;
    uint64_t distance = bytes < 0 ? -(uint64_t)bytes : (uint64_t)bytes;
    return distance == size ? STRIDE_UNIT : distance > size ? STRIDE_MORE : STRIDE_UNKNOWN;
}

/* How far an iteration of loop l moves the address of load or store v. */
static enum stride stride_of(const struct plan *p, unsigned v, unsigned l)
{
    const struct func *f = p->f;
    EzbLoop of, wanted = f->loops[l].handle;
    EzbScev s = ezb_scev_of(f->cx, f->fn, pointer_of(p, v)), start, step;
    while (s && ezb_scev_is_addrec(f->cx, s, &of, &start, &step)) {
        if (of == wanted)
            return stride_of_step(step, plan_access_size(p, v));
        if (!ezb_scev_is_invariant(f->cx, step, wanted))
            return STRIDE_UNKNOWN;
        s = start;
    }
    return s && ezb_scev_is_invariant(f->cx, s, wanted) ? STRIDE_NONE : STRIDE_UNKNOWN;
}

static bool same_address(const struct plan *p, unsigned v, unsigned w)
{
    const struct func *f = p->f;
    LLVMValueRef a = pointer_of(p, v), b = pointer_of(p, w);
    EzbScev s = ezb_scev_of(f->cx, f->fn, a);
    return plan_access_size(p, v) == plan_access_size(p, w) &&
           (a == b || (s && s == ezb_scev_of(f->cx, f->fn, b)));
}

static bool are_apart(const struct nest *nest, unsigned v, unsigned w)
{
    return memory_shadows_apart(nest->s.p->m, v, w, nest->s.n->loops[0]);
}

/* ---- sums ---- */

static bool has_one_use(LLVMValueRef v)
{
    LLVMUseRef u = LLVMGetFirstUse(v);
    return u && !LLVMGetNextUse(u);
}

static bool is_intrinsic(LLVMValueRef callee, const char *name)
{
    return callee && LLVMIsAFunction(callee) &&
           LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(name, strlen(name));
}

/* v is `from` and something added to it, so that both have the same adjoint. Values on the way are
 * used for nothing else. */
static bool adds_to(const struct nest *nest, LLVMValueRef v, LLVMValueRef from, unsigned steps)
{
    const struct func *f = nest->s.p->f;
    unsigned id = func_id(f, v);
    if (v == from)
        return true;
    if (!steps || id == NO_ID || nest_place_of(&nest->s, id) != NEST_BODY ||
        !LLVMIsAInstruction(v) || nest->s.p->row[id] != ADJOINT_RULE)
        return false;
    bool operand[3] = {0};
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFAdd: operand[0] = operand[1] = true; break;
    case LLVMFSub: operand[0] = true; break;
    case LLVMCall:
        operand[2] = is_intrinsic(f->calls[id].callee, "llvm.fmuladd") ||
                     is_intrinsic(f->calls[id].callee, "llvm.fma");
        break;
    default: break;
    }
    for (unsigned k = 0; k < 3; k++)
        if (operand[k] && has_one_use(LLVMGetOperand(v, k)) &&
            adds_to(nest, LLVMGetOperand(v, k), from, steps - 1))
            return true;
    return false;
}

static bool find_sum(struct nest *nest, unsigned v)
{
    struct plan *p = nest->s.p;
    LLVMValueRef phi = p->f->values[v];
    if (nest->s.n->depth != 2 || LLVMCountIncoming(phi) != 2 || !has_one_use(phi))
        return false;
    LLVMBasicBlockRef latch = p->f->blocks[p->f->block_of[v]].ref;
    unsigned k = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
    LLVMValueRef next = LLVMGetIncomingValue(phi, k);
    struct plan_sum sum = {v, func_id(p->f, next), LLVMGetIncomingValue(phi, 1 - k)};
    if (next == phi || !adds_to(nest, next, phi, CHAIN_MAX) || bits_get(&p->local, sum.next))
        return false;
    VEC_PUSH(p->f->arena, &nest->s.n->sums, sum);
    return true;
}

static const struct plan_sum *sum_of(const struct nest *nest, unsigned next)
{
    const struct plan_nest *n = nest->s.n;
    for (unsigned i = 0; i < n->sums.count; i++)
        if (n->sums.items[i].next == next)
            return &n->sums.items[i];
    return NULL;
}

/* ---- where adjoints of values go ---- */

static bool user_fits(struct nest *nest, unsigned v, unsigned user, bool *keep)
{
    const struct plan *p = nest->s.p;
    enum nest_place at = nest_place_of(&nest->s, user);
    bool phi = LLVMIsAPHINode(p->f->values[user]);
    switch (nest_place_of(&nest->s, v)) {
    case NEST_HEAD: return at == NEST_HEAD;
    case NEST_TAIL:
        *keep |= at == NEST_HEAD || (at == NEST_BODY && !phi);
        return at == NEST_HEAD || at == NEST_BODY || (at == NEST_TAIL && !phi);
    case NEST_BETWEEN: return at == NEST_BODY && !phi;
    default:
        if (!sum_of(nest, v))
            return at == NEST_BODY && !phi;
        return phi && (at == NEST_HEAD || user == sum_of(nest, v)->phi);
    }
}

static bool users_fit(struct nest *nest, unsigned v)
{
    struct plan *p = nest->s.p;
    bool keep = false;
    for (LLVMUseRef u = LLVMGetFirstUse(p->f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(p->f, LLVMGetUser(u));
        if (user == NO_ID)
            return false;
        if (plan_has_adjoint(p, user) && !user_fits(nest, v, user, &keep))
            return false;
    }
    if (keep)
        VEC_PUSH(p->f->arena, &nest->s.n->kept, v);
    return !keep || (plan_is_floating(LLVMTypeOf(p->f->values[v])) && !bits_get(&p->local, v));
}

/* ---- memory ---- */

static bool is_steady(const struct nest *nest, unsigned v)
{
    for (unsigned i = 0; i < nest->s.n->steady.count; i++)
        if (nest->s.n->steady.items[i] == v)
            return true;
    return false;
}

/* A store of the body, and the load in front of it. */
static bool find_steady(struct nest *nest, unsigned store)
{
    struct plan *p = nest->s.p;
    const struct func_block *body = &p->f->blocks[p->f->block_of[store]];
    LLVMValueRef value = LLVMGetOperand(p->f->values[store], 0);
    for (unsigned v = body->first; v < store && has_one_use(value); v++) {
        LLVMValueRef load = p->f->values[v];
        if (!LLVMIsALoadInst(load) || load == value || !has_one_use(load) ||
            !plan_has_adjoint(p, v) || !plan_is_plain_access(p, v) || !same_address(p, v, store) ||
            !adds_to(nest, value, load, CHAIN_MAX))
            continue;
        VEC_PUSH(p->f->arena, &nest->s.n->steady, v);
        VEC_PUSH(p->f->arena, &nest->s.n->steady, store);
        return true;
    }
    return false;
}

static bool store_fits(struct nest *nest, unsigned v)
{
    enum nest_place place = nest_place_of(&nest->s, v);
    if (!plan_is_plain_access(nest->s.p, v) || place == NEST_BETWEEN)
        return false;
    if (place == NEST_BODY)
        return find_steady(nest, v);
    VEC_PUSH(nest->s.p->f->arena, &nest->takes, ((struct nest_access){v, place}));
    return true;
}

static bool load_fits(struct nest *nest, unsigned v)
{
    struct plan *p = nest->s.p;
    enum nest_place place = nest_place_of(&nest->s, v);
    if (!plan_is_plain_access(p, v) ||
        !activity_has_shadow(activity_state(p->c, p->a, pointer_of(p, v))))
        return false;
    if (place == NEST_BETWEEN)
        VEC_PUSH(p->f->arena, &nest->s.n->moved, v);
    VEC_PUSH(p->f->arena, &nest->adds, ((struct nest_access){v, place}));
    return true;
}

static bool other_fits(const struct nest *nest, unsigned v)
{
    const struct plan *p = nest->s.p;
    LLVMValueRef inst = p->f->values[v];
    enum nest_place place = nest_place_of(&nest->s, v);
    if (LLVMIsAPHINode(inst))
        return place == NEST_HEAD || place == NEST_BODY;
    return place != NEST_BETWEEN && plan_hands_on(p, v) && !ezb_inst_reads(inst) &&
           !ezb_inst_writes(inst);
}

static bool adjoint_fits(struct nest *nest, unsigned v)
{
    switch (nest->s.p->row[v]) {
    case ADJOINT_STORE: return store_fits(nest, v);
    case ADJOINT_LOAD: return load_fits(nest, v);
    default: return other_fits(nest, v);
    }
}

static bool value_fits(struct nest *nest, unsigned v)
{
    const struct plan *p = nest->s.p;
    LLVMValueRef inst = p->f->values[v];
    if (scopes_declared(inst))
        return false;
    if (activity_active(p->a, v) && !users_fit(nest, v))
        return false;
    return !plan_has_adjoint(p, v) || adjoint_fits(nest, v);
}

/* Sums first: other values ask for them. */
static bool sums_fit(struct nest *nest)
{
    const struct plan *p = nest->s.p;
    const struct func_block *body =
        &p->f->blocks[p->f->loops[nest->s.n->loops[nest->s.n->depth - 1]].header];
    for (unsigned v = body->first; v < body->first + body->count; v++)
        if (activity_active(p->a, v) && LLVMIsAPHINode(p->f->values[v]) && !find_sum(nest, v))
            return false;
    return true;
}

static bool values_fit(struct nest *nest)
{
    const struct func *f = nest->s.p->f;
    for (unsigned i = 0; i < nest->s.blocks.count; i++) {
        const struct func_block *block = &f->blocks[nest->s.blocks.items[i].block];
        for (unsigned v = block->first; v < block->first + block->count; v++)
            if (!value_fits(nest, v))
                return false;
    }
    return true;
}

/* No iteration of the loop that becomes the innermost one takes from where another one adds. */
static bool stays_in_iteration(const struct nest *nest, unsigned take, unsigned other)
{
    enum stride stride = stride_of(nest->s.p, take, nest->s.n->loops[0]);
    return same_address(nest->s.p, take, other) && (stride == STRIDE_UNIT || stride == STRIDE_MORE);
}

static bool do_not_meet(const struct nest *nest, const struct nest_access *take,
                        const struct nest_access *other)
{
    return take->place == other->place || are_apart(nest, take->v, other->v) ||
           stays_in_iteration(nest, take->v, other->v);
}

static bool takes_fit(const struct nest *nest)
{
    for (unsigned i = 0; i < nest->takes.count; i++) {
        for (unsigned k = 0; k < nest->adds.count; k++)
            if (!do_not_meet(nest, &nest->takes.items[i], &nest->adds.items[k]))
                return false;
        for (unsigned k = 0; k < i; k++)
            if (!do_not_meet(nest, &nest->takes.items[i], &nest->takes.items[k]))
                return false;
    }
    return true;
}

/* What an element gets is not replaced by what another one gets that may be the same. */
static bool is_not_replaced(const struct nest *nest, unsigned load, unsigned store)
{
    for (unsigned i = 1; i < nest->s.n->steady.count; i += 2) {
        unsigned other = nest->s.n->steady.items[i];
        if (other > load && other < store && !are_apart(nest, store, other))
            return false;
    }
    return true;
}

/* Nothing changes adjoints that are left as they are. */
static bool steady_fits(const struct nest *nest)
{
    for (unsigned i = 0; i < nest->s.n->steady.count; i += 2)
        if (!is_not_replaced(nest, nest->s.n->steady.items[i], nest->s.n->steady.items[i + 1]))
            return false;
    for (unsigned i = 0; i < nest->s.n->steady.count; i++) {
        unsigned v = nest->s.n->steady.items[i];
        for (unsigned k = 0; k < nest->adds.count; k++)
            if (!is_steady(nest, nest->adds.items[k].v) &&
                !are_apart(nest, v, nest->adds.items[k].v))
                return false;
        for (unsigned k = 0; k < nest->takes.count; k++)
            if (!are_apart(nest, v, nest->takes.items[k].v))
                return false;
    }
    return true;
}

/* ---- loops over the body ---- */

/* Two additions to different elements of one array stand against vectors. */
static bool is_free(const struct nest *nest, unsigned pass, unsigned access)
{
    const struct plan_nest *n = nest->s.n;
    for (unsigned i = 0; i < n->adds.count; i++)
        if (n->adds.items[i].pass == pass &&
            !same_address(nest->s.p, n->adds.items[i].access, access) &&
            !are_apart(nest, n->adds.items[i].access, access))
            return false;
    return true;
}

static void assign_passes(struct nest *nest)
{
    struct plan_nest *n = nest->s.n;
    n->passes = 1;
    for (unsigned i = 0; i < nest->adds.count; i++) {
        const struct nest_access *add = &nest->adds.items[i];
        if (add->place == NEST_HEAD || add->place == NEST_TAIL || is_steady(nest, add->v))
            continue;
        unsigned pass = 0;
        while (!is_free(nest, pass, add->v))
            pass++;
        n->passes = pass + 1 > n->passes ? pass + 1 : n->passes;
        VEC_PUSH(nest->s.p->f->arena, &n->adds, ((struct plan_nest_add){add->v, pass}));
    }
}

unsigned plan_nest_pass(const struct plan_nest *n, unsigned access)
{
    for (unsigned i = 0; i < n->adds.count; i++)
        if (n->adds.items[i].access == access)
            return n->adds.items[i].pass;
    return NO_ID;
}

/* ---- what an order costs ---- */

static bool is_strided(enum stride stride)
{
    return stride == STRIDE_MORE || stride == STRIDE_UNKNOWN;
}

static unsigned tape_cost(const struct plan *p, unsigned v, unsigned l)
{
    unsigned allocation = p->how[v] == HOW_SLOT ? p->allocation[v] : NO_ID;
    const struct plan_allocation *a = allocation == NO_ID ? NULL : &p->allocations[allocation];
    for (unsigned i = 0; a && i + 1 < a->dim_count; i++)
        if (a->dims[i] == l)
            return READ_COST;
    return 0;
}

/* How many accesses of an iteration are far from those of the one before, with loop l innermost. */
static unsigned access_cost(const struct nest *nest, unsigned v, enum nest_place place, unsigned l)
{
    const struct plan *p = nest->s.p;
    LLVMValueRef inst = p->f->values[v];
    bool inside = place == NEST_BETWEEN || place == NEST_BODY,
         adds = inside && (p->row[v] == ADJOINT_LOAD || p->row[v] == ADJOINT_STORE) &&
                plan_is_plain_access(p, v),
         reads = LLVMIsALoadInst(inst) && p->how[v] == HOW_RECOMPUTE;
    unsigned cost = (adds ? ADD_COST : 0) + (reads ? READ_COST : 0);
    return tape_cost(p, v, l) + (cost && is_strided(stride_of(p, v, l)) ? cost : 0);
}

static unsigned cost_of(const struct nest *nest, unsigned l)
{
    const struct func *f = nest->s.p->f;
    unsigned cost = 0;
    for (unsigned i = 0; i < nest->s.blocks.count; i++) {
        const struct nest_block *b = &nest->s.blocks.items[i];
        const struct func_block *block = &f->blocks[b->block];
        for (unsigned v = block->first; v < block->first + block->count; v++)
            cost += access_cost(nest, v, b->place, l);
    }
    return cost;
}

/* What loops outside have computed once, the innermost one computes again. */
static bool is_cheap(const struct nest *nest)
{
    const struct plan *p = nest->s.p;
    unsigned sum = 0;
    for (unsigned i = 0; i < nest->s.blocks.count; i++) {
        const struct nest_block *b = &nest->s.blocks.items[i];
        const struct func_block *block = &p->f->blocks[b->block];
        for (unsigned v = block->first; v < block->first + block->count; v++) {
            unsigned cost = p->f->calls[v].cls == CALL_RULE ? rule_cost(p->f->calls[v].rule) : 0;
            bool again = b->place == NEST_BODY ? nest->s.n->passes > 1 : p->how[v] == HOW_RECOMPUTE;
            if (again && cost > REPEATED_COST)
                return false;
            sum += again ? cost : 0;
        }
    }
    return sum <= REPEATED_SUM;
}

static bool is_short(const struct plan *p, unsigned l)
{
    LLVMValueRef trips = p->f->loops[l].trips;
    return LLVMIsAConstantInt(trips) && LLVMConstIntGetZExtValue(trips) < TRIPS_MIN;
}

/* ---- the nests ---- */

static bool nest_fits(struct nest *nest)
{
    struct plan_nest *n = nest->s.n;
    if (!sums_fit(nest) || !values_fit(nest) || !takes_fit(nest) || !steady_fits(nest))
        return false;
    assign_passes(nest);
    unsigned kept = (n->sums.count + n->kept.count) * nest->s.p->width;
    n->strip = kept ? NEST_STRIP : 0;
    return kept <= KEPT_MAX && n->passes <= NEST_PASSES_MAX && is_cheap(nest);
}

/* Of as many loops as possible. */
static struct plan_nest *find_gather(struct plan *p, unsigned inner)
{
    struct plan_nest *best = NULL;
    for (unsigned l = p->f->loops[inner].parent, depth = 2; l != NO_ID && depth <= NEST_DEPTH;
         l = p->f->loops[l].parent, depth++) {
        struct plan_nest *n = plan_nest_gather(p, l, inner);
        best = n ? n : best;
    }
    return best;
}

/* The best of the nests around an innermost loop. */
static void find_nest(struct plan *p, unsigned inner)
{
    const struct func *f = p->f;
    struct plan_nest *best = NULL;
    unsigned most = 0;
    for (unsigned l = f->loops[inner].parent, depth = 2; l != NO_ID && depth <= NEST_DEPTH;
         l = f->loops[l].parent, depth++) {
        struct nest nest = {.s = {.p = p, .n = nest_new(p, l, inner)}};
        if (!nest_shape_find(&nest.s))
            break;
        unsigned now = cost_of(&nest, inner), then = cost_of(&nest, l);
        if (!now)
            break;
        if (now > then + most && !is_short(p, l) && nest_fits(&nest))
            best = nest.s.n, most = now - then;
    }
    if (!best)
        best = find_gather(p, inner);
    if (best)
        p->nests[best->loops[0]] = best;
}

void plan_nests(struct plan *p)
{
    const struct func *f = p->f;
    p->nests = ARENA_ARRAY(f->arena, struct plan_nest *, f->loop_count);
    for (unsigned l = 0; l < f->loop_count && !p->reusable && !p->in_order && !p->adds_atomically;
         l++)
        if (f->loops[l].header == f->loops[l].latch && f->loops[l].parent != NO_ID &&
            p->schedule[l] == SCHEDULE_STORE)
            find_nest(p, l);
}
