/* See sums.h. Sums are in loops only, of those in which no adjoint ends them: elsewhere they would
 * have but one addition each. */
#include "plan/sums.h"
#include "facts/atomic.h"
#include "ir/address.h"
#include "plan/rows.h"
#include "plan/shared.h"

struct plan_sums {
    struct bits loads;   /* and copies, with sums in order */
    VEC(unsigned) all;   /* the same */
    VEC(unsigned) calls; /* that may add to sums of the thread, and leave them */
    struct bits endings; /* what ends sums */
    struct bits loops;   /* at whose end they are added to memory */
};

static bool is_number(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind || LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}

/* Each number is in one line. */
static bool is_aligned(const struct plan *p, LLVMValueRef access, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetAlignment(access) >= LLVMABISizeOfType(LLVMGetModuleDataLayout(p->f->module), t);
}

static bool is_plain(const struct plan *p, LLVMValueRef access, LLVMTypeRef t)
{
    return is_number(t) && is_aligned(p, access, t) && !atomic_is_access(access);
}

bool plan_sums_is_plain(const struct plan *p, unsigned load)
{
    LLVMValueRef inst = p->f->values[load];
    return is_plain(p, inst, LLVMTypeOf(inst));
}

static bool is_of_others(const struct plan *p, unsigned v, int operand)
{
    return operand != NOWHERE &&
           !memory_is_own(p->m, LLVMGetOperand(p->f->values[v], (unsigned)operand));
}

static bool is_ending(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const struct adjoint_row_info *row = plan_row(p, v);
    switch (p->row[v]) {
    case ADJOINT_LOAD: return false;
    case ADJOINT_STORE:
        return !is_plain(p, inst, LLVMTypeOf(LLVMGetOperand(inst, 0))) && is_of_others(p, v, 1);
    case ADJOINT_RULE: return ezb_inst_reads(inst) || ezb_inst_writes(inst);
    case ADJOINT_CALL:
    case ADJOINT_INPUT:
    case ADJOINT_SYNC: return true;
    case ADJOINT_CLEAR: return !memory_is_own(p->m, inst);
    default:
        return row->effect != ADJOINT_NOTHING &&
               (is_of_others(p, v, row->pointer) || is_of_others(p, v, row->source));
    }
}

/* There is one in the loop. */
static bool ends_in(const struct plan *p, const struct plan_sums *s, unsigned l)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (bits_get(&s->endings, v) && func_loop_contains(p->f, l, func_loop_of(p->f, v)))
            return true;
    return false;
}

/* Most iterations gather, and nobody else adds to that (order.c). */
static bool adds_alone_but_at_ends(const struct plan *p, unsigned v, unsigned l)
{
    for (const struct plan_gather *g = p->gathers[l]; g; g = g->next) {
        unsigned i = p->pass[v] - g->first;
        if (p->pass[v] >= g->first && i < g->count && plan_adds_alone(p, v, g->low[i], g->high[i]))
            return true;
    }
    return false;
}

/* The address cannot be that of memory of the function's own, of which nobody else has the address:
 * what is taken from there, or cleared, is in no sums. */
static bool leads_elsewhere(LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    return LLVMIsAArgument(base) || LLVMIsALoadInst(base) || LLVMIsAGlobalVariable(base) ||
           LLVMIsAAllocaInst(base);
}

static bool may_have(const struct plan *p, const struct plan_sums *s, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    unsigned l = func_loop_of(p->f, v);
    return p->row[v] == ADJOINT_LOAD && plan_has_adjoint(p, v) && l != NO_ID &&
           is_plain(p, inst, LLVMTypeOf(inst)) && is_of_others(p, v, 0) &&
           leads_elsewhere(LLVMGetOperand(inst, 0)) && !ends_in(p, s, l) &&
           !plan_adds_alone(p, v, 0, 0) && !adds_alone_but_at_ends(p, v, l);
}

/* All that others may add to as well. */
static bool is_kept(const struct plan *p, unsigned v)
{
    int source = p->row[v] == ADJOINT_LOAD ? 0 : p->row[v] == ADJOINT_COPY ? 1 : NOWHERE;
    return plan_has_adjoint(p, v) && is_of_others(p, v, source) && !plan_adds_alone(p, v, 0, 0);
}

static bool is_tracked(const struct plan *p)
{
    for (unsigned v = 0; v < p->f->value_count; v++)
        if (p->bytes[v].tracked || p->bytes[v].tracked_source)
            return true;
    return false;
}

static struct plan_sums new_sums(const struct func *f)
{
    return (struct plan_sums){.loads = bits_new(f->arena, f->value_count),
                              .endings = bits_new(f->arena, f->value_count),
                              .loops = bits_new(f->arena, f->loop_count)};
}

static struct plan_sums *find_in_order(const struct plan *p)
{
    const struct func *f = p->f;
    struct plan_sums *s = ARENA_NEW(f->arena, struct plan_sums);
    *s = new_sums(f);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (is_kept(p, v)) {
            bits_set(&s->loads, v);
            VEC_PUSH(f->arena, &s->all, v);
        } else if (p->row[v] == ADJOINT_CALL && plan_has_adjoint(p, v)) {
            VEC_PUSH(f->arena, &s->calls, v);
        }
    }
    return s;
}

/* ---- versions ---- */

/* The outermost loop around v and not around w, which is one that the branch leads to in an
 * iteration of the loop around both in place of w. */
static unsigned loop_in_place_of(const struct func *f, unsigned v, unsigned w)
{
    unsigned l = func_loop_of(f, v), b = f->block_of[v], c = f->block_of[w];
    while (l != NO_ID && f->loops[l].parent != NO_ID &&
           !func_loop_contains(f, f->loops[l].parent, func_loop_of(f, w)))
        l = f->loops[l].parent;
    unsigned around =
        l == NO_ID || func_loop_contains(f, l, func_loop_of(f, w)) ? NO_ID : f->loops[l].parent;
    for (unsigned d = f->blocks[b].idom; d != NO_ID && around != NO_ID; d = f->blocks[d].idom)
        if (f->blocks[d].loop == around && func_decides(f, d, b, c))
            return l;
    return NO_ID;
}

/* Its iterations are reversed one after the other, and so are those of loops around it. */
static bool is_reversed_as_it_is(const struct plan *p, unsigned l)
{
    for (; l != NO_ID; l = p->f->loops[l].parent)
        if (p->passes[l] || p->nests[l])
            return false;
    return true;
}

/* Of versions of a loop one without sums should not look for those of another one, in iterations
 * before: these are added to memory at once. */
static void end_versions(const struct plan *p, struct plan_sums *s)
{
    const struct func *f = p->f;
    for (unsigned store = f->arg_count; store < f->value_count; store++)
        for (unsigned i = 0; i < s->all.count && p->row[store] == ADJOINT_STORE; i++) {
            unsigned l = loop_in_place_of(f, s->all.items[i], store);
            if (l != NO_ID && is_reversed_as_it_is(p, l))
                bits_set(&s->loops, l);
        }
}

/* The adjoint of the load is in a loop at whose end its sums are added, and that of w is not. */
static bool ends_before(const struct plan *p, unsigned load, unsigned w)
{
    const struct func *f = p->f;
    for (unsigned l = func_loop_of(f, load); l != NO_ID; l = f->loops[l].parent)
        if (bits_get(&p->sums->loops, l) && !func_loop_contains(f, l, func_loop_of(f, w)))
            return true;
    return false;
}

struct plan_sums *plan_sums_find(const struct plan *p)
{
    const struct func *f = p->f;
    if (p->sums_in_order)
        return find_in_order(p);
    if (!p->locks_lines || is_tracked(p))
        return NULL;
    struct plan_sums *s = ARENA_NEW(f->arena, struct plan_sums);
    *s = new_sums(f);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (plan_has_adjoint(p, v) && is_ending(p, v))
            bits_set(&s->endings, v);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (may_have(p, s, v)) {
            bits_set(&s->loads, v);
            VEC_PUSH(f->arena, &s->all, v);
        }
    end_versions(p, s);
    return s->all.count ? s : NULL;
}

bool plan_sums_has(const struct plan *p, unsigned load)
{
    return p->sums && bits_get(&p->sums->loads, load);
}

/* One way of a branch leads to v, another one to w. */
static bool exclude_each_other(const struct func *f, unsigned v, unsigned w)
{
    unsigned b = f->block_of[v], c = f->block_of[w];
    for (unsigned d = f->blocks[b].idom; d != NO_ID; d = f->blocks[d].idom)
        if (func_leads_to_one(f, d, b, c))
            return true;
    return false;
}

/* The sums of the load, or the source of the copy, may have what the adjoint of the store takes. */
static bool may_share(const struct plan *p, unsigned store, unsigned v)
{
    return p->row[v] == ADJOINT_COPY ||
           (!ends_before(p, v, store) && !memory_shadows_apart(p->m, store, v, NO_ID) &&
            !plan_objects_apart(p, store, v) && !plan_barrier_between(p, store, v) &&
            !exclude_each_other(p->f, store, v));
}

static bool may_reach(const struct plan *p, unsigned call, LLVMValueRef pointer)
{
    return !memory_is_own(p->m, pointer) ||
           ezb_modref_ptr(p->f->cx, p->f->values[call],
                          ezb_underlying_object(pointer, ADDRESS_STEPS),
                          EZB_SIZE_UNKNOWN) != EZB_NO_MODREF;
}

/* Sums stay behind the loads of this function, and those of functions that it calls. Before it is
 * called there may be some for all that others can see; a region begins with none. */
static bool looks_in_order(const struct plan *p, unsigned store)
{
    LLVMValueRef pointer = LLVMGetOperand(p->f->values[store], 1);
    if (!p->common && !memory_is_own(p->m, pointer))
        return true;
    for (unsigned i = 0; i < p->sums->calls.count; i++)
        if (may_reach(p, p->sums->calls.items[i], pointer))
            return true;
    for (unsigned i = 0; i < p->sums->all.count; i++)
        if (may_share(p, store, p->sums->all.items[i]))
            return true;
    return false;
}

static bool looks(const struct plan *p, unsigned store)
{
    if (p->sums_in_order)
        return looks_in_order(p, store);
    if (bits_get(&p->sums->endings, store) || !is_of_others(p, store, 1))
        return false;
    for (unsigned i = 0; i < p->sums->all.count; i++)
        if (may_share(p, store, p->sums->all.items[i]))
            return true;
    return false;
}

static bool takes_number(const struct plan *p, unsigned store)
{
    LLVMValueRef inst = p->f->values[store];
    LLVMTypeRef t = activity_adjoint_type(p->c, LLVMGetOperand(inst, 0));
    return t && is_plain(p, inst, t);
}

bool plan_sums_looks(const struct plan *p, unsigned store)
{
    return p->sums && p->row[store] == ADJOINT_STORE && looks(p, store) &&
           (!p->sums_in_order || takes_number(p, store));
}

bool plan_sums_settles(const struct plan *p, unsigned v)
{
    if (!p->sums_in_order)
        return false;
    switch (p->row[v]) {
    case ADJOINT_STORE: return looks(p, v) && !takes_number(p, v);
    case ADJOINT_COPY: return !plan_sums_has(p, v); /* else it looks, element by element */
    case ADJOINT_FILL:
    case ADJOINT_INPUT:
    case ADJOINT_CLEAR: return true;
    default: return false;
    }
}

bool plan_sums_ends(const struct plan *p, unsigned v)
{
    return p->sums && bits_get(&p->sums->endings, v);
}

bool plan_sums_ends_loop(const struct plan *p, unsigned loop)
{
    return p->sums && !p->sums_in_order && bits_get(&p->sums->loops, loop);
}
