/* In which order the iterations of an adjoint loop run, and in how many loops.
 *
 * The adjoint of an iteration takes adjoints of what the iteration stored, and adds to those of
 * what it loaded. Additions commute. Where no iteration takes what another one adds to, iterations
 * are independent: they may run in the primal's order, and the additions in several loops, one
 * after the other. That is what lets LLVM vectorise the adjoint of a stencil: additions to
 * neighbours, s[i - 1] and s[i + 1], in one loop depend on each other from one iteration to the
 * next; each in a loop of its own does not. All loops but the last leave the adjoints of what was
 * stored as they are; the last one clears them.
 *
 * Better still, if the loads are at constant distances of iterations: one loop gathers for each
 * element what all iterations add to it, and each load has a short loop over the iterations at the
 * ends, whose elements are not read by all of the loads.
 *
 * Where the loops would have much to compute again, it is computed once, for a strip of iterations
 * at a time: the first loop keeps what is to be added, in an array per load, and the others add it.
 *
 * This is done for innermost loops of one block without adjoints that are carried from iteration to
 * iteration, but for those of sums over iterations (carried.h), which are the same in all. */
#include "plan/order.h"
#include "base/limits.h"
#include "plan/carried.h"
#include "plan/needs.h"
#include "plan/rows.h"

/* Loops that an adjoint loop is split into. */
LIMIT(PASSES_MAX, 8);
/* Loops that gather, and those over their ends. */
LIMIT(GATHER_PASSES_MAX, 16);
/* The same, for all directions together, where the first one keeps what the others add. */
LIMIT(STRIP_PASSES_MAX, 32);
/* Costs (math.def) of a value that several loops may compute, a division is the dearest; and of all
 * of them. */
enum { REPEATED_COST = 4, REPEATED_SUM = 24, LAST = 0 };
/* Iterations of a strip: what is kept of them is to stay in the first cache, and on the stack. */
enum { STRIP_ITERATIONS = 64 };

struct address {
    unsigned access; /* load or store */
    LLVMValueRef pointer, base;
    EzbScev start;
    int64_t step;      /* bytes per iteration, 0 where it is not known or none */
    EzbScev low, high; /* addresses, in all iterations of the loop; NULL if they are not known */
    unsigned pass;     /* loads: numbered from the last one */
    struct plan_gather *gather; /* or NULL; then the pass is that of a term of it */
};
struct sum {
    unsigned phi, last;
};
struct order {
    struct plan *p;
    unsigned loop;
    struct plan_repeated repeated;
    VEC(struct address) takes, adds;
    VEC(struct sum) sums;
};

bool plan_is_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp && !ptr &&
           LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMArrayTypeKind;
}

uint64_t plan_access_size(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : inst);
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(p->f->module), t);
}

static uint64_t size_of(const struct order *o, const struct address *a)
{
    return plan_access_size(o->p, a->access);
}

static struct address address_of(const struct order *o, unsigned v)
{
    struct func *f = o->p->f;
    LLVMValueRef inst = f->values[v],
                 pointer = LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
    struct address a = {.access = v,
                        .pointer = pointer,
                        .base = ezb_underlying_object(pointer, ADDRESS_STEPS),
                        .pass = LAST};
    EzbScev x = ezb_scev_of(f->cx, f->fn, pointer), step;
    EzbLoop l;
    if (!x || !ezb_scev_is_addrec(f->cx, x, &l, &a.start, &step) || l != f->loops[o->loop].handle ||
        !ezb_scev_const(step, &a.step))
        a.start = NULL, a.step = 0;
    LLVMBasicBlockRef front = f->blocks[f->loops[o->loop].preheader].ref;
    if (!a.start || !ezb_scev_range(f->cx, f->fn, pointer, front, &a.low, &a.high))
        a.low = a.high = NULL;
    return a;
}

static bool same_address(const struct address *a, const struct address *b)
{
    return a->pointer == b->pointer || (a->start && a->start == b->start && a->step == b->step);
}

/* No iteration accesses a byte twice. */
static bool moves_on(const struct order *o, const struct address *a)
{
    uint64_t distance = a->step < 0 ? -(uint64_t)a->step : (uint64_t)a->step;
    return distance >= size_of(o, a);
}

/* All that b accesses in the loop is behind what a accesses. */
static bool is_behind(const struct order *o, const struct address *a, const struct address *b)
{
    struct func *f = o->p->f;
    EzbScev between = a->high && b->low ? ezb_scev_minus(f->cx, f->fn, b->low, a->high) : NULL;
    if (between)
        between = ezb_scev_add_const(f->cx, f->fn, between, -(int64_t)size_of(o, a));
    return between && ezb_scev_nonnegative_in(f->cx, between, f->loops[o->loop].handle);
}

/* Shadow memory of one is none of the other. */
static bool are_apart(const struct order *o, const struct address *a, const struct address *b)
{
    return memory_shadows_apart(o->p->m, a->access, b->access, o->loop) || is_behind(o, a, b) ||
           is_behind(o, b, a);
}

/* ---- is it a loop of this kind? ---- */

bool plan_is_plain_access(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    bool store = LLVMIsAStoreInst(inst);
    LLVMValueRef pointer = LLVMGetOperand(inst, store ? 1 : 0);
    return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic &&
           plan_is_floating(LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst)) &&
           !p->bytes[v].tracked && !p->bytes[v].reused &&
           !(activity_state(p->c, p->a, pointer) & STATE_CONST);
}

static void find_access(struct order *o, unsigned v)
{
    LLVMValueRef inst = o->p->f->values[v];
    struct arena *arena = o->p->f->arena;
    if (LLVMIsAStoreInst(inst))
        VEC_PUSH(arena, &o->takes, address_of(o, v));
    else if (activity_has_shadow(activity_state(o->p->c, o->p->a, LLVMGetOperand(inst, 0))))
        VEC_PUSH(arena, &o->adds, address_of(o, v));
}

/* Its adjoint stays in the iteration. */
static bool used_inside(const struct func *f, unsigned v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID || f->block_of[user] != f->block_of[v] || LLVMIsAPHINode(f->values[user]))
            return false;
    }
    return true;
}

/* What makes the adjoint of v may run in any order. */
static bool row_fits(const struct plan *p, unsigned v, struct plan_repeated *r, bool *accesses)
{
    LLVMValueRef inst = p->f->values[v];
    *accesses = false;
    if (!plan_has_adjoint(p, v))
        return true;
    switch (p->row[v]) {
    case ADJOINT_LOAD:
    case ADJOINT_STORE: return *accesses = plan_is_plain_access(p, v);
    case ADJOINT_RULE:
        r->cost += rule_cost(p->f->calls[v].rule);
        r->dear |= rule_cost(p->f->calls[v].rule) > REPEATED_COST || r->cost > REPEATED_SUM;
        return !ezb_inst_reads(inst) && !ezb_inst_writes(inst);
    default: return plan_hands_on(p, v);
    }
}

static bool stays_inside(const struct plan *p, unsigned v)
{
    return !activity_active(p->a, v) || (!LLVMIsAPHINode(p->f->values[v]) && used_inside(p->f, v));
}

bool plan_op_fits(const struct plan *p, unsigned v, struct plan_repeated *r, bool *accesses)
{
    *accesses = false;
    return stays_inside(p, v) && row_fits(p, v, r, accesses);
}

static bool is_sum(struct order *o, unsigned v)
{
    if (!LLVMIsAPHINode(o->p->f->values[v]))
        return carried_is_sum(o->p, o->loop, v);
    unsigned last = carried_sum(o->p, o->loop, v);
    if (last != NO_ID)
        VEC_PUSH(o->p->f->arena, &o->sums, ((struct sum){v, last}));
    return last != NO_ID;
}

static bool instruction_fits(struct order *o, unsigned v)
{
    bool accesses, phi = LLVMIsAPHINode(o->p->f->values[v]);
    if (!stays_inside(o->p, v) && !is_sum(o, v))
        return false;
    if (phi)
        return true;
    if (!row_fits(o->p, v, &o->repeated, &accesses))
        return false;
    if (accesses)
        find_access(o, v);
    return true;
}

static bool loop_fits(struct order *o)
{
    const struct func *f = o->p->f;
    const struct func_loop *loop = &f->loops[o->loop];
    const struct func_block *block = &f->blocks[loop->header];
    if (o->p->schedule[o->loop] != SCHEDULE_STORE || loop->header != loop->latch || !loop->trips)
        return false;
    for (unsigned v = block->first; v < block->first + block->count; v++)
        if (!instruction_fits(o, v))
            return false;
    return true;
}

/* ---- are its iterations independent? ---- */

static bool takes_fit(const struct order *o)
{
    for (unsigned i = 0; i < o->takes.count; i++) {
        if (!moves_on(o, &o->takes.items[i]))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (!are_apart(o, &o->takes.items[i], &o->takes.items[k]))
                return false;
    }
    return true;
}

/* What the iteration loads before it stores to the same element is added behind the clearing, in
 * the loop that clears. What it loads behind the store would have to be added before any loop
 * takes. */
static bool is_replaced(const struct order *o, const struct address *add,
                        const struct address *take)
{
    return add->access < take->access && same_address(add, take) &&
           size_of(o, add) == size_of(o, take);
}

static bool adds_fit(const struct order *o)
{
    for (unsigned i = 0; i < o->adds.count; i++)
        for (unsigned k = 0; k < o->takes.count; k++)
            if (!are_apart(o, &o->adds.items[i], &o->takes.items[k]) &&
                !is_replaced(o, &o->adds.items[i], &o->takes.items[k]))
                return false;
    return true;
}

/* ---- how many loops? ---- */

static bool is_bound_to_last(const struct order *o, const struct address *add)
{
    for (unsigned k = 0; k < o->takes.count; k++)
        if (!are_apart(o, add, &o->takes.items[k]))
            return true;
    return false;
}

/* As members of structs in an array: no iteration of one accesses what any of the other does. */
static bool interleave(const struct order *o, const struct address *a, const struct address *b)
{
    const struct func *f = o->p->f;
    int64_t bytes, step = a->step < 0 ? -a->step : a->step;
    EzbScev between = a->start && b->start && a->step == b->step
                          ? ezb_scev_minus(f->cx, f->fn, b->start, a->start)
                          : NULL;
    if (!between || !step || !ezb_scev_const(between, &bytes))
        return false;
    uint64_t behind = (uint64_t)((bytes % step + step) % step);
    return behind >= size_of(o, a) && behind + size_of(o, b) <= (uint64_t)step;
}

/* Both in one loop would depend on each other from iteration to iteration, and each in its own does
 * not. */
static bool disturb(const struct order *o, const struct address *a, const struct address *b)
{
    return a->step && b->step && !same_address(a, b) && !are_apart(o, a, b) && !interleave(o, a, b);
}

static unsigned first_free_pass(const struct order *o, unsigned add)
{
    for (unsigned pass = LAST;; pass++) {
        bool free = true;
        for (unsigned i = 0; i < add && free; i++)
            free = o->adds.items[i].gather || o->adds.items[i].pass != pass ||
                   !disturb(o, &o->adds.items[i], &o->adds.items[add]);
        if (free)
            return pass;
    }
}

/* Gives each add that is not gathered a pass; returns how many there are. */
static unsigned assign_passes(struct order *o)
{
    unsigned count = 1;
    for (unsigned i = 0; i < o->adds.count; i++) {
        struct address *a = &o->adds.items[i];
        if (a->gather)
            continue;
        a->pass = is_bound_to_last(o, a) ? LAST : first_free_pass(o, i);
        count = a->pass + 1 > count ? a->pass + 1 : count;
    }
    return count;
}

/* ---- gathers ---- */

/* Both read the same elements: b reads in iteration j what a reads in iteration j + *distance. */
static bool same_elements(const struct order *o, const struct address *a, const struct address *b,
                          int64_t *distance)
{
    const struct func *f = o->p->f;
    if (!a->start || !b->start || !a->step || a->step != b->step ||
        LLVMTypeOf(f->values[a->access]) != LLVMTypeOf(f->values[b->access]))
        return false;
    EzbScev between = ezb_scev_minus(f->cx, f->fn, b->start, a->start);
    int64_t bytes;
    if (!between || !ezb_scev_const(between, &bytes) || bytes % a->step)
        return false;
    *distance = bytes / a->step;
    return *distance >= -(int64_t)GATHER_SPAN_MAX && *distance <= (int64_t)GATHER_SPAN_MAX;
}

struct terms {
    int64_t distances[GATHER_TERMS_MAX];
    unsigned count;
};

static unsigned term_of(const struct terms *t, int64_t distance)
{
    unsigned i = 0;
    while (i < t->count && t->distances[i] != distance)
        i++;
    return i;
}

/* Distances of loads from the first one, which is not gathered yet. */
static struct terms find_terms(const struct order *o, unsigned first)
{
    const struct address *a = &o->adds.items[first];
    struct terms t = {.count = 0};
    for (unsigned i = first; i < o->adds.count; i++) {
        const struct address *b = &o->adds.items[i];
        int64_t distance;
        if (b->gather || is_bound_to_last(o, b) || !same_elements(o, a, b, &distance) ||
            term_of(&t, distance) < t.count)
            continue;
        if (t.count == GATHER_TERMS_MAX)
            return (struct terms){.count = 0};
        t.distances[t.count++] = distance;
    }
    return t;
}

static struct plan_gather *gather_of_terms(const struct order *o, const struct terms *t)
{
    int64_t least = 0, most = 0;
    for (unsigned i = 0; i < t->count; i++) {
        least = t->distances[i] < least ? t->distances[i] : least;
        most = t->distances[i] > most ? t->distances[i] : most;
    }
    LLVMValueRef trips = o->p->f->loops[o->loop].trips;
    uint64_t span = (uint64_t)(most - least);
    if (t->count < 2 || span > GATHER_SPAN_MAX ||
        (LLVMIsAConstantInt(trips) && LLVMConstIntGetZExtValue(trips) < GATHER_TRIPS * span))
        return NULL;
    struct plan_gather *g = ARENA_NEW(o->p->f->arena, struct plan_gather);
    g->count = t->count;
    for (unsigned i = 0; i < t->count; i++) {
        g->low[i] = (unsigned)(most - t->distances[i]);
        g->high[i] = (unsigned)(t->distances[i] - least);
    }
    return g;
}

/* Returns how many passes gathers take, the first ones. */
static unsigned find_gathers(struct order *o)
{
    unsigned passes = 0;
    for (unsigned i = 0; i < o->adds.count; i++) {
        struct address *a = &o->adds.items[i];
        if (a->gather || is_bound_to_last(o, a))
            continue;
        struct terms t = find_terms(o, i);
        struct plan_gather *g = gather_of_terms(o, &t);
        if (!g || passes + g->count + 1 > GATHER_PASSES_MAX)
            continue;
        g->first = passes;
        passes += g->count + 1;
        g->next = o->p->gathers[o->loop];
        o->p->gathers[o->loop] = g;
        for (unsigned k = i; k < o->adds.count; k++) {
            struct address *b = &o->adds.items[k];
            int64_t distance;
            if (b->gather || is_bound_to_last(o, b) || !same_elements(o, a, b, &distance))
                continue;
            b->gather = g;
            b->pass = g->first + term_of(&t, distance);
        }
    }
    return passes;
}

const struct plan_gather *plan_gather_of(const struct plan *p, unsigned l, unsigned pass)
{
    const struct plan_gather *g = p->gathers[l];
    while (g && !(pass >= g->first && pass <= g->first + g->count))
        g = g->next;
    return g;
}

unsigned plan_whole_passes(const struct plan *p, unsigned l)
{
    unsigned n = p->passes[l];
    for (const struct plan_gather *g = p->gathers[l]; g; g = g->next)
        n -= g->count;
    return n;
}

/* ---- the loops ---- */

/* The first loop over strips does most, the last one of others. */
static unsigned number_of_pass(const struct order *o, const struct address *a, unsigned count)
{
    return a->gather || o->p->strip[o->loop] ? a->pass : count - 1 - a->pass;
}

static void split(struct order *o)
{
    unsigned gathered = o->repeated.dear ? 0 : find_gathers(o), others = assign_passes(o),
             count = gathered + others;
    if (o->repeated.dear ? count * o->p->width > STRIP_PASSES_MAX : others > PASSES_MAX) {
        o->p->gathers[o->loop] = NULL;
        return;
    }
    if (o->repeated.dear && count > 1)
        o->p->strip[o->loop] = STRIP_ITERATIONS;
    o->p->passes[o->loop] = (uint8_t)count;
    for (unsigned i = 0; i < o->adds.count; i++)
        o->p->pass[o->adds.items[i].access] = (uint8_t)number_of_pass(o, &o->adds.items[i], count);
}

/* Some element gets additions from different iterations, by two loads. */
static bool has_neighbours(const struct order *o)
{
    const struct func *f = o->p->f;
    int64_t bytes;
    for (unsigned i = 0; i < o->adds.count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct address *a = &o->adds.items[i], *b = &o->adds.items[k];
            EzbScev between = a->start && b->start && a->step == b->step && disturb(o, a, b)
                                  ? ezb_scev_minus(f->cx, f->fn, b->start, a->start)
                                  : NULL;
            if (between && ezb_scev_const(between, &bytes))
                return true;
        }
    return false;
}

/* A loop that sums up keeps its checkpoints where nothing stands against vectors but pointers that
 * may alias, which LLVM tests for, or a limit of the tape asks for them. */
static bool splits(const struct order *o, bool limited)
{
    return !o->sums.count || (!limited && has_neighbours(o));
}

static void forget(struct order *o)
{
    o->p->passes[o->loop] = o->p->strip[o->loop] = 0;
    o->p->gathers[o->loop] = NULL;
}

void plan_order(struct plan *p, bool limited)
{
    p->carried = ARENA_ARRAY(p->f->arena, unsigned, p->f->value_count);
    p->passes = ARENA_ARRAY(p->f->arena, uint8_t, p->f->loop_count);
    p->pass = ARENA_ARRAY(p->f->arena, uint8_t, p->f->value_count);
    p->strip = ARENA_ARRAY(p->f->arena, uint8_t, p->f->loop_count);
    p->gathers = ARENA_ARRAY(p->f->arena, struct plan_gather *, p->f->loop_count);
    /* Of a reverse sweep with other shadows than the forward sweep had, nobody has tested whether
     * they are apart. */
    for (unsigned l = 0; l < p->f->loop_count && !p->reusable; l++) {
        struct order o = {.p = p, .loop = l};
        if (!loop_fits(&o) || !takes_fit(&o) || !adds_fit(&o))
            continue;
        split(&o);
        if (!splits(&o, limited))
            forget(&o);
        for (unsigned i = 0; i < o.sums.count && p->passes[l]; i++)
            p->carried[o.sums.items[i].phi] = o.sums.items[i].last + 1;
    }
}
