/* Loops that run in the reverse sweep for the sake of a few adjoints only.
 *
 * A loop that takes no adjoint out of memory adds something to adjoints only if one of those that
 * come in from behind it is not zero: those of its results. Behind min, max, rectifiers and the
 * like most of them are zero, and the loop need not be reversed. (Where a partial is infinite, its
 * product with a zero that is left out is no NaN.) */
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

void plan_zero(struct plan *p)
{
    p->results = ARENA_ARRAY(p->f->arena, struct plan_results, p->f->loop_count);
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (!loop_fits(p, l) || !find_results(p, l, &p->results[l]))
            p->results[l].count = 0;
}
