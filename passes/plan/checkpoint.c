/* Which loops may have checkpoints.
 *
 * Segments of the loop run again in the reverse sweep, so its body must do then what it did: the
 * same as for a replayed loop (replay.c). The state at the start of a segment is what the header's
 * phis hold, shadows of pointers included, and the memory that the loop writes and reads (state.c).
 * So far the loop is at the top level of a combined derivative and leaves at its latch only. A loop
 * whose adjoint runs in the primal's order carries nothing on. */
#include "plan/checkpoint.h"
#include "plan/allocations.h"
#include "plan/cost.h"
#include "plan/replay.h"

/* Header phis that a snapshot may hold. */
LIMIT(STATE_MAX, 64);
/* Of a tape that every machine has room for. */
enum { IDLE_BYTES = 1 << 20 };

static bool varies_in(const struct plan *stored, const struct plan_allocation *a, unsigned l)
{
    for (unsigned i = 0; i < a->dim_count; i++)
        if (func_loop_contains(stored->f, l, a->dims[i]))
            return true;
    return a->kind == ALLOCATION_LINKED && func_loop_contains(stored->f, l, a->loop);
}

/* Copies of what the loop overwrites. */
static bool keeps_copies(const struct plan *stored, unsigned l)
{
    const struct func *f = stored->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (func_loop_contains(f, l, func_loop_of(f, v)) && plan_is_put_back(stored, v))
            return true;
    return false;
}

bool plan_keeps_iterations(const struct plan *stored, unsigned l)
{
    for (unsigned k = 0; k < stored->f->loop_count * ALLOCATIONS_PER_LOOP; k++)
        if (stored->allocations[k].used && varies_in(stored, &stored->allocations[k], l))
            return true;
    return keeps_copies(stored, l);
}

/* Bytes of all iterations; UINT64_MAX if they are not constant, or many. */
static uint64_t constant_bytes(const struct func *f, const struct plan_allocation *a)
{
    uint64_t bytes = a->bytes;
    for (unsigned k = a->loop; k != NO_ID; k = f->loops[k].parent) {
        LLVMValueRef trips = f->loops[k].trips;
        uint64_t n = trips && LLVMIsAConstantInt(trips) ? LLVMConstIntGetZExtValue(trips) : 0;
        if (!n || __builtin_mul_overflow(bytes, n, &bytes))
            return UINT64_MAX;
    }
    return bytes;
}

bool plan_checkpoint_is_idle(const struct plan *stored, unsigned l)
{
    for (unsigned k = 0; k < stored->f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *a = &stored->allocations[k];
        if (a->used && varies_in(stored, a, l) && constant_bytes(stored->f, a) > IDLE_BYTES)
            return false;
    }
    return !keeps_copies(stored, l);
}

/* Bytes that loop l keeps per call of the function, where it takes versions for pointers that are
 * apart. */
static uint64_t bytes_of_loop(struct plan *stored, unsigned l)
{
    const struct func *f = stored->f;
    uint64_t bytes = 0;
    for (unsigned k = 0; k < f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *a = &stored->allocations[k];
        if (a->used && varies_in(stored, a, l) && plan_is_of_version(stored, l, a->loop, true))
            bytes += a->bytes * plan_elements(stored, a);
    }
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (f->calls[v].cls == CALL_SNAPSHOT && stored->how[cached_value(v)] == HOW_SLOT &&
            func_loop_contains(f, l, func_loop_of(f, v)))
            bytes += plan_copied_bytes(stored, v);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (func_loop_contains(f, l, func_loop_of(f, v)) && plan_is_put_back(stored, v))
            bytes += plan_bytes_put_back(stored, v);
    return bytes;
}

/* Running the loop again costs less, in the units of plan_rerun_cost, than so many times the bytes
 * that it keeps, which take about 0.1 ns each where the caches do not hold them (measured with the
 * heat equation). */
static bool is_cheap(struct plan *stored, unsigned l)
{
    enum { COST_PER_BYTE = 2 };
    return plan_rerun_cost(stored, l) <= COST_PER_BYTE * bytes_of_loop(stored, l);
}

static bool find_state(const struct plan *p, unsigned l, struct plan_replay *r)
{
    const struct func *f = p->f;
    const struct func_block *header = &f->blocks[f->loops[l].header];
    for (unsigned v = header->first; LLVMIsAPHINode(f->values[v]); v++)
        if (v != f->loops[l].counter)
            VEC_PUSH(f->arena, &r->start, v);
    return r->start.count <= STATE_MAX;
}

struct plan_replay *plan_checkpoint_try(struct plan *p, struct plan *stored, unsigned l)
{
    const struct func_loop *loop = &p->f->loops[l];
    if (p->split || loop->parent != NO_ID || stored->passes[l] ||
        !plan_keeps_iterations(stored, l) || !plan_leaves_only_at_latch(p, l))
        return NULL;
    struct plan_replay *r = ARENA_NEW(p->f->arena, struct plan_replay);
    r->takes_regions = true, r->period = 1;
    bool found = find_state(p, l, r) && plan_runs_again(p, l, r);
    r->cheap = found && is_cheap(stored, l);
    return found && (loop->trips || r->period == 1) ? r : NULL;
}
