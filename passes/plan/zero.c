/* What runs in the reverse sweep for the sake of a few adjoints only.
 *
 * A loop that takes no adjoint out of memory adds something to adjoints only if one of those that
 * come in from behind it is not zero: those of its results. Behind min, max, rectifiers and the
 * like most of them are zero, and the loop need not be reversed. (Where a partial is infinite, its
 * product with a zero that is left out is no NaN.)
 *
 * So it is with the part of an iteration in front of a store, which gets what it adds to adjoints
 * from that of the number that is stored: in tables of the best way to each place most of these are
 * zero. Where iterations may be reversed in any order, so that vectors are made of them, a test
 * would cost more. */
#include "base/target.h"
#include "plan/zero.h"
#include "plan/needs.h"
#include "plan/rows.h"

/* Loops with fewer iterations are not worth a test. */
enum { TRIPS_MIN = 4 };

static bool is_inside(const struct func *f, unsigned l, unsigned v)
{
    return func_loop_contains(f, l, func_loop_of(f, v));
}

/* Its adjoint is made of those of its users, and of nothing that is in memory. */
static bool only_passes_on(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    switch (p->row[v]) {
    case ADJOINT_NONE:
    case ADJOINT_PHI: return true;
    case ADJOINT_LOAD: return !p->bytes[v].tracked;
    default: return plan_hands_on(p, v) && !ezb_inst_reads(inst) && !ezb_inst_writes(inst);
    }
}

static bool is_result(const struct plan *p, unsigned l, unsigned v)
{
    const struct func *f = p->f;
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user != NO_ID && !is_inside(f, l, user))
            return true;
    }
    return false;
}

static bool is_scalar(LLVMValueRef v)
{
    LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

static bool add_result(struct plan_results *r, unsigned v)
{
    if (r->count == PLAN_RESULTS_MAX)
        return false;
    r->values[r->count++] = v;
    return true;
}

static bool loop_fits(const struct plan *p, unsigned l)
{
    const struct func_loop *loop = &p->f->loops[l];
    bool kept = p->schedule[l] == SCHEDULE_STORE || p->schedule[l] == SCHEDULE_REPLAY,
         few = loop->trips && LLVMIsAConstantInt(loop->trips) &&
               LLVMConstIntGetZExtValue(loop->trips) < TRIPS_MIN;
    return kept && !few && loop->parent != NO_ID && loop->preheader != NO_ID;
}

static bool add_results_of(const struct plan *p, unsigned l, unsigned b, struct plan_results *r)
{
    const struct func_block *block = &p->f->blocks[b];
    for (unsigned v = block->first; v < block->first + block->count; v++) {
        if (!only_passes_on(p, v))
            return false;
        if (activity_active(p->a, v) && is_result(p, l, v) &&
            (!is_scalar(p->f->values[v]) || !add_result(r, v)))
            return false;
    }
    return true;
}

static bool find_results(const struct plan *p, unsigned l, struct plan_results *r)
{
    for (unsigned b = 0; b < p->f->block_count; b++)
        if (func_loop_contains(p->f, l, p->f->blocks[b].loop) && !add_results_of(p, l, b, r))
            return false;
    return r->count > 0;
}

/* ---- parts of iterations ---- */

/* Fewer operations are not worth a test. */
enum { REST_MIN = 4 };

static unsigned first_taken(const struct plan *p, const struct func_block *block)
{
    for (unsigned v = block->first; v < block->first + block->count; v++)
        if (plan_row(p, v)->effect == ADJOINT_TAKES)
            return p->row[v] == ADJOINT_STORE && !p->bytes[v].tracked ? v : NO_ID;
    return NO_ID;
}

/* Something but what stands in front of the store in its block adds to the adjoint of v. */
static bool comes_in(const struct plan *p, unsigned v, unsigned store)
{
    const struct func *f = p->f;
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID || user >= store || f->block_of[user] != f->block_of[store] ||
            p->row[user] == ADJOINT_PHI)
            return true;
    }
    return false;
}

/* One of several numbers is chosen in it: the adjoints of the others are zero. */
static void find_rest(const struct plan *p, unsigned b, struct plan_rest *rest)
{
    const struct func_block *block = &p->f->blocks[b];
    bool chooses = false;
    unsigned store = first_taken(p, block), count = 0;
    if (store == NO_ID || block->loop == NO_ID || p->passes[block->loop] ||
        target_is_device(p->f->module))
        return;
    struct plan_results results = {.count = 0};
    for (unsigned v = block->first; v < store; v++) {
        if (!plan_has_adjoint(p, v) || p->row[v] == ADJOINT_PHI)
            continue;
        count++, chooses |= p->row[v] == ADJOINT_SELECT;
        if (!only_passes_on(p, v) ||
            (comes_in(p, v, store) && (!is_scalar(p->f->values[v]) || !add_result(&results, v))))
            return;
    }
    if (chooses && count >= REST_MIN)
        *rest = (struct plan_rest){store, results};
}

void plan_zero(struct plan *p)
{
    p->rests = ARENA_ARRAY(p->f->arena, struct plan_rest, p->f->block_count);
    for (unsigned b = 0; b < p->f->block_count; b++)
        find_rest(p, b, &p->rests[b]);
    p->results = ARENA_ARRAY(p->f->arena, struct plan_results, p->f->loop_count);
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (!loop_fits(p, l) || !find_results(p, l, &p->results[l]))
            p->results[l].count = 0;
}
