/* Which additions to shadow memory can other threads of a team make at the same time?
 *
 * Only additions count: what a thread stores no other thread reads or stores at the same time, and
 * so nothing is added to the adjoints that are taken there. A load adds alone if no other addition
 * that may run at the same time is to the same element, nor one of its own in another thread. */
#include "plan/shared.h"
#include "facts/sharing.h"
#include "plan/rows.h"

struct plan_shared {
    struct sharing *sharing;
    bool found; /* what adds */
    VEC(unsigned) adders;
    struct map answers; /* load and ends -> answer */
};

struct plan_shared *plan_shared_find(struct func *f, const struct memory *m)
{
    struct sharing *sharing = sharing_find(f, m);
    struct plan_shared *s = sharing ? ARENA_NEW(f->arena, struct plan_shared) : NULL;
    if (s) {
        s->sharing = sharing;
        map_init(&s->answers, f->arena);
    }
    return s;
}

/* Its adjoint may add to memory that is not the thread's own. */
static bool adds(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    if (!plan_has_adjoint(p, v))
        return false;
    const struct adjoint_row_info *row = plan_row(p, v);
    bool reads = row->effect == ADJOINT_ADDS || row->effect == ADJOINT_UPDATES;
    if (row->source != NOWHERE)
        return !memory_is_own(p->m, LLVMGetOperand(inst, (unsigned)row->source));
    if (reads && row->pointer != NOWHERE)
        return !memory_is_own(p->m, LLVMGetOperand(inst, (unsigned)row->pointer));
    return reads || p->row[v] == ADJOINT_CALL ||
           (p->row[v] == ADJOINT_RULE && ezb_inst_reads(inst));
}

static void find_adders(const struct plan *p, struct plan_shared *s)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count && !s->found; v++)
        if (adds(p, v))
            VEC_PUSH(p->f->arena, &s->adders, v);
    s->found = true;
}

static bool meets_none(const struct plan *p, unsigned load, unsigned low, unsigned high)
{
    const struct plan_shared *s = p->common;
    struct sharing_question q = {.v = load, .low = low, .high = high, .tested = !p->reusable};
    if (p->row[load] != ADJOINT_LOAD || p->bytes[load].tracked)
        return false;
    for (unsigned i = 0; i < s->adders.count; i++) {
        q.w = s->adders.items[i];
        if (!sharing_apart(s->sharing, &q))
            return false;
    }
    return true;
}

bool plan_adds_alone(const struct plan *p, unsigned load, unsigned low, unsigned high)
{
    enum { NO = 1, YES, ENDS_MAX = 256 };
    struct plan_shared *s = p->common;
    if (!s || low >= ENDS_MAX || high >= ENDS_MAX)
        return false;
    find_adders(p, s);
    uintptr_t key = ((uintptr_t)load * ENDS_MAX + low) * ENDS_MAX + high + 1,
              answer = (uintptr_t)map_get(&s->answers, (void *)key);
    if (!answer) {
        answer = meets_none(p, load, low, high) ? YES : NO;
        map_put(&s->answers, (void *)key, (void *)answer);
    }
    return answer == YES;
}

bool plan_objects_apart(const struct plan *p, unsigned v, unsigned w)
{
    return p->common && !p->reusable && sharing_objects_apart(p->common->sharing, v, w);
}

bool plan_barrier_between(const struct plan *p, unsigned v, unsigned w)
{
    return p->common && !sharing_meet(p->common->sharing, v, w);
}
