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
 * Where the loops would have much to compute again, it is computed once, for a strip of iterations
 * at a time: the first loop keeps what is to be added, in an array per load, and the others add it.
 *
 * This is done for innermost loops of one block without adjoints that are carried from iteration to
 * iteration. */
#include "plan/order.h"
#include "base/limits.h"
#include "plan/needs.h"
#include "plan/rows.h"

/* Loops that an adjoint loop is split into. */
LIMIT(PASSES_MAX, 8);
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
    int64_t step;  /* bytes per iteration, 0 where it is not known or none */
    unsigned pass; /* loads: numbered from the last one */
};
struct order {
    struct plan *p;
    unsigned loop;
    bool dear;     /* what several loops would compute is */
    unsigned cost; /* of all of it */
    VEC(struct address) takes, adds;
};

static bool is_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp && !ptr &&
           LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMArrayTypeKind;
}

static uint64_t size_of(const struct order *o, const struct address *a)
{
    LLVMValueRef inst = o->p->f->values[a->access];
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : inst);
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(o->p->f->module), t);
}

static struct address address_of(const struct order *o, unsigned v)
{
    struct func *f = o->p->f;
    LLVMValueRef inst = f->values[v],
                 pointer = LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
    struct address a = {v, pointer, ezb_underlying_object(pointer, ADDRESS_STEPS), NULL, 0, LAST};
    EzbScev x = ezb_scev_of(f->cx, f->fn, pointer), step;
    EzbLoop l;
    if (!x || !ezb_scev_is_addrec(f->cx, x, &l, &a.start, &step) || l != f->loops[o->loop].handle ||
        !ezb_scev_const(step, &a.step))
        a.start = NULL, a.step = 0;
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

/* Shadow memory of one is none of the other. */
static bool are_apart(const struct order *o, const struct address *a, const struct address *b)
{
    return memory_shadows_apart(o->p->m, a->access, b->access, o->loop);
}

/* ---- is it a loop of this kind? ---- */

static bool is_plain_access(const struct order *o, unsigned v)
{
    struct plan *p = o->p;
    LLVMValueRef inst = p->f->values[v];
    bool store = LLVMIsAStoreInst(inst);
    LLVMValueRef pointer = LLVMGetOperand(inst, store ? 1 : 0);
    return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic &&
           is_floating(LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst)) &&
           !types_is_tracked(p->c->types, pointer) &&
           !(activity_state(p->c, p->a, pointer) & STATE_CONST);
}

static bool find_access(struct order *o, unsigned v)
{
    LLVMValueRef inst = o->p->f->values[v];
    struct arena *arena = o->p->f->arena;
    if (!is_plain_access(o, v))
        return false;
    if (LLVMIsAStoreInst(inst))
        VEC_PUSH(arena, &o->takes, address_of(o, v));
    else if (activity_has_shadow(activity_state(o->p->c, o->p->a, LLVMGetOperand(inst, 0))))
        VEC_PUSH(arena, &o->adds, address_of(o, v));
    return true;
}

/* Its adjoint stays in the iteration. */
static bool used_inside(const struct order *o, unsigned v)
{
    const struct func *f = o->p->f;
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID || f->block_of[user] != f->block_of[v] || LLVMIsAPHINode(f->values[user]))
            return false;
    }
    return true;
}

static bool instruction_fits(struct order *o, unsigned v)
{
    const struct plan *p = o->p;
    LLVMValueRef inst = p->f->values[v];
    if (activity_active(p->a, v) && (LLVMIsAPHINode(inst) || !used_inside(o, v)))
        return false;
    if (!plan_has_adjoint(p, v))
        return true;
    switch (p->row[v]) {
    case ADJOINT_LOAD:
    case ADJOINT_STORE: return find_access(o, v);
    case ADJOINT_RULE:
        o->cost += rule_cost(p->f->calls[v].rule);
        o->dear |= rule_cost(p->f->calls[v].rule) > REPEATED_COST || o->cost > REPEATED_SUM;
        return !ezb_inst_reads(inst) && !ezb_inst_writes(inst);
    default: return plan_hands_on(p, v);
    }
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

/* Both in one loop would depend on each other from iteration to iteration, and each in its own does
 * not. */
static bool disturb(const struct order *o, const struct address *a, const struct address *b)
{
    return a->step && b->step && !same_address(a, b) && !are_apart(o, a, b);
}

static unsigned first_free_pass(const struct order *o, unsigned add)
{
    for (unsigned pass = LAST;; pass++) {
        bool free = true;
        for (unsigned i = 0; i < add && free; i++)
            free = o->adds.items[i].pass != pass ||
                   !disturb(o, &o->adds.items[i], &o->adds.items[add]);
        if (free)
            return pass;
    }
}

static void assign_passes(struct order *o)
{
    unsigned count = 1;
    for (unsigned i = 0; i < o->adds.count; i++) {
        struct address *a = &o->adds.items[i];
        a->pass = is_bound_to_last(o, a) ? LAST : first_free_pass(o, i);
        count = a->pass + 1 > count ? a->pass + 1 : count;
    }
    if (o->dear ? count * o->p->width > STRIP_PASSES_MAX : count > PASSES_MAX)
        return;
    if (o->dear && count > 1)
        o->p->strip[o->loop] = STRIP_ITERATIONS;
    o->p->passes[o->loop] = (uint8_t)count;
    for (unsigned i = 0; i < o->adds.count; i++)
        o->p->pass[o->adds.items[i].access] =
            (uint8_t)(o->p->strip[o->loop] ? o->adds.items[i].pass
                                           : count - 1 - o->adds.items[i].pass);
}

void plan_order(struct plan *p)
{
    p->passes = ARENA_ARRAY(p->f->arena, uint8_t, p->f->loop_count);
    p->pass = ARENA_ARRAY(p->f->arena, uint8_t, p->f->value_count);
    p->strip = ARENA_ARRAY(p->f->arena, uint8_t, p->f->loop_count);
    /* Of a reverse sweep with other shadows than the forward sweep had, nobody has tested whether
     * they are apart. */
    for (unsigned l = 0; l < p->f->loop_count && !p->reusable; l++) {
        struct order o = {.p = p, .loop = l};
        if (loop_fits(&o) && takes_fit(&o) && adds_fit(&o))
            assign_passes(&o);
    }
}
