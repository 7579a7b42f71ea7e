/* Regions of memory that snapshots hold.
 *
 * A region must be memory that is there: the copy reads all of it, where the program may access
 * less. Therefore each store of a region runs in every iteration of the loops around it, so that
 * the first and the last byte are accessed for certain, and what is between belongs to the same
 * object. A loop inside may stand behind a guard which the outermost loop does not change; where
 * the guard fails the region is empty. Of two versions of a loop either is enough: they write the
 * same.
 *
 * Buffers that iterations exchange are header phis that hand their pointers on to each other. Each
 * of the pointers is written through once every `period` iterations; with fewer there is one
 * segment, and no snapshot. That has to be known when the first snapshot is taken. */
#include "plan/state.h"
#include "plan/allocations.h"
#include "plan/needs.h"
#include "plan/replay.h"

LIMIT(REGIONS_MAX, 16);
/* Pointers that iterations exchange. */
LIMIT(EXCHANGED_MAX, 8);
/* Between stores of one region. */
enum { NEIGHBOUR_BYTES = 64 };

static bool inside(const struct plan *p, unsigned l, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    return id != NO_ID && id >= p->f->arg_count &&
           func_loop_contains(p->f, l, func_loop_of(p->f, id));
}

/* Every iteration of loop k, and of the loops around it up to l, runs the block; finds the guards
 * of these loops. */
bool plan_state_runs_always(const struct plan *p, unsigned l, unsigned block, struct plan_region *r)
{
    const struct func *f = p->f;
    for (unsigned k = f->blocks[block].loop;; k = f->loops[k].parent) {
        LLVMValueRef cond = NULL;
        bool is_true = true;
        if (!func_dominates(f, block, f->loops[k].latch))
            return false;
        if (k == l)
            return true;
        if (!f->loops[k].trips || inside(p, l, f->loops[k].trips) ||
            !plan_leaves_only_at_latch(p, k) || plan_may_end_program(p, k))
            return false;
        block = plan_block_guard(p, f->loops[k].parent, plan_versions_front(p, k), &cond, &is_true);
        if (block == NO_ID || (cond && (inside(p, l, cond) || r->guard_count == REGION_GUARDS)))
            return false;
        if (cond)
            r->guards[r->guard_count++] = (struct plan_guard){cond, is_true};
    }
}

static unsigned loop_with(const struct func *f, LLVMBasicBlockRef header)
{
    unsigned b = func_block_id(f, header);
    return b == NO_ID ? NO_ID : f->blocks[b].loop;
}

/* The address moves with loops that the block is in. */
static bool find_loops(const struct plan *p, unsigned block, struct plan_region *r)
{
    for (unsigned i = 0; i < r->extent->count; i++) {
        r->loops[i] = loop_with(p->f, r->extent->steps[i].header);
        if (r->loops[i] == NO_ID || !p->f->loops[r->loops[i]].trips ||
            !func_loop_contains(p->f, r->loops[i], p->f->blocks[block].loop))
            return false;
    }
    return true;
}

/* Their addresses move alike. */
static bool same_shape(const struct plan_region *a, const struct plan_region *b)
{
    const struct func_extent *x = a->extent, *y = b->extent;
    bool same = a->base == b->base && x->count == y->count && a->guard_count == b->guard_count;
    for (unsigned i = 0; same && i < x->count; i++)
        same = a->loops[i] == b->loops[i] && x->steps[i].by == y->steps[i].by;
    for (unsigned i = 0; same && i < a->guard_count; i++)
        same =
            a->guards[i].cond == b->guards[i].cond && a->guards[i].is_true == b->guards[i].is_true;
    return same;
}

static bool distance(const struct plan *p, LLVMValueRef from, LLVMValueRef to, int64_t *bytes)
{
    struct func *f = p->f;
    *bytes = 0;
    if (from == to)
        return true;
    EzbScev d = ezb_scev_minus(f->cx, f->fn, ezb_scev_of(f->cx, f->fn, to),
                               ezb_scev_of(f->cx, f->fn, from));
    return d && ezb_scev_const(d, bytes) && *bytes > -INT32_MAX && *bytes < INT32_MAX;
}

/* Neighbours, as an unrolled loop writes them, become one region. */
static bool merge(const struct plan *p, struct plan_region *into, const struct plan_region *more)
{
    int64_t d, low = into->offset;
    if (!same_shape(into, more) || !distance(p, into->extent->first, more->extent->first, &d))
        return false;
    if (!into->bytes || !more->bytes)
        return !d && into->extent->bytes == more->extent->bytes;
    int64_t high = low + (int64_t)into->bytes, end = d + (int64_t)more->bytes;
    if (d > high + NEIGHBOUR_BYTES || low > end + NEIGHBOUR_BYTES)
        return false;
    into->offset = d < low ? d : low;
    into->bytes = (uint64_t)((end > high ? end : high) - into->offset);
    return true;
}

static void find_unread(const struct plan *p, struct plan_region *r)
{
    r->unread = plan_unread_argument(p->f, p->unread, r->base ? r->base : r->extent->first);
    r->readers = 0;
    for (unsigned v = p->f->arg_count; r->unread && v < p->f->value_count; v++)
        if (p->bytes[v].unread == r->unread)
            r->readers |= p->bytes[v].readers;
}

static bool add_region(struct plan *p, struct plan_replay *r, const struct plan_region *region)
{
    for (unsigned i = 0; i < r->regions.count; i++)
        if (merge(p, &r->regions.items[i], region))
            return true;
    if (r->regions.count == REGIONS_MAX)
        return false;
    VEC_PUSH(p->f->arena, &r->regions, *region);
    find_unread(p, &r->regions.items[r->regions.count - 1]);
    return true;
}

static LLVMValueRef incoming(const struct func *f, LLVMValueRef phi, unsigned block)
{
    unsigned k = LLVMGetIncomingBlock(phi, 0) == f->blocks[block].ref ? 0 : 1;
    return LLVMGetIncomingValue(phi, k);
}

/* One region for each pointer that the phi may hold. */
static bool add_exchanged(struct plan *p, unsigned l, struct plan_replay *r,
                          struct plan_region *region)
{
    const struct func *f = p->f;
    LLVMValueRef first = region->extent->phi, phi = first;
    unsigned seen[EXCHANGED_MAX], n = 0;
    for (;; phi = incoming(f, phi, f->loops[l].latch)) {
        unsigned v = func_id(f, phi);
        if (v == NO_ID || !LLVMIsAPHINode(phi) || f->block_of[v] != f->loops[l].header)
            return false;
        for (unsigned i = 0; i < n; i++)
            if (seen[i] == v) {
                r->period = n > r->period ? n : r->period;
                return true;
            }
        if (n == EXCHANGED_MAX)
            return false;
        seen[n++] = v;
        region->base = incoming(f, phi, f->loops[l].preheader);
        if (!add_region(p, r, region))
            return false;
    }
}

bool plan_state_add(struct plan *p, unsigned l, unsigned w, struct plan_replay *r)
{
    struct plan_region region = {.extent = map_get(p->f->extents, p->f->values[w])};
    unsigned block = p->f->block_of[w];
    if (!region.extent || plan_may_end_program(p, l) || !find_loops(p, block, &region) ||
        !plan_state_runs_always(p, l, block, &region))
        return false;
    if (LLVMIsAConstantInt(region.extent->bytes))
        region.bytes = LLVMConstIntGetZExtValue(region.extent->bytes);
    if (region.bytes > INT32_MAX)
        region.bytes = 0;
    return region.extent->phi ? add_exchanged(p, l, r, &region) : add_region(p, r, &region);
}

static bool may_write(const struct plan *p, unsigned v, unsigned i, unsigned w, unsigned l)
{
    LLVMValueRef inst = p->f->values[v];
    if (LLVMIsALoadInst(inst))
        return memory_may_write(p->m, v, i, NO_ID);
    LLVMValueRef source = ezb_underlying_object(LLVMGetOperand(inst, 1), ADDRESS_STEPS);
    return inside(p, l, source) ||
           (ezb_modref_ptr(p->f->cx, p->f->values[w], source, EZB_SIZE_UNKNOWN) & EZB_MOD);
}

static unsigned outermost_loop(const struct func *f, unsigned v)
{
    unsigned l = func_loop_of(f, v);
    while (l != NO_ID && f->loops[l].parent != NO_ID)
        l = f->loops[l].parent;
    return l;
}

/* What the writer writes is memory that is there when the loop around it is entered, or the writer
 * is reached: it can be copied then. */
static bool find_written(struct plan *p, unsigned w, struct plan_undo *u)
{
    struct func *f = p->f;
    bool store = LLVMIsAStoreInst(f->values[w]), copy = f->calls[w].cls == CALL_MEMCPY ||
                                                        f->calls[w].cls == CALL_MEMMOVE ||
                                                        f->calls[w].cls == CALL_MEMSET;
    *u = (struct plan_undo){.writer = w, .loop = outermost_loop(f, w)};
    if (u->loop == NO_ID)
        return store || copy;
    u->region.extent = map_get(f->extents, f->values[w]);
    if (u->region.extent)
        find_unread(p, &u->region);
    return u->region.extent && !u->region.extent->phi && !plan_may_end_program(p, u->loop) &&
           find_loops(p, f->block_of[w], &u->region) &&
           plan_state_runs_always(p, u->loop, f->block_of[w], &u->region);
}

static bool undo(struct plan *p, unsigned w, struct plan_replay *r)
{
    struct plan_undo u;
    unsigned at = r->undone.count;
    for (unsigned i = 0; i < r->undone.count; i++)
        if (r->undone.items[i].writer == w)
            return true;
    if (r->undone.count == REGIONS_MAX || !find_written(p, w, &u))
        return false;
    VEC_PUSH(p->f->arena, &r->undone, u);
    for (; at > 0 && r->undone.items[at - 1].writer > w; at--)
        r->undone.items[at] = r->undone.items[at - 1];
    r->undone.items[at] = u;
    return true;
}

bool plan_state_readable(struct plan *p, unsigned l, unsigned v, struct plan_replay *r)
{
    const struct func *f = p->f;
    for (unsigned i = 0; i < memory_writer_count(p->m); i++) {
        LLVMValueRef base;
        unsigned w = memory_writer(p->m, i, &base);
        bool in = func_loop_contains(f, l, func_loop_of(f, w)),
             left_out = in && bits_get(&r->skip, w),
             behind = !in && memory_reaches(p->m, f->loops[l].latch, f->block_of[w]) &&
                      !bits_get(&p->deferred, w);
        if ((left_out || behind) && may_write(p, v, i, w, l) && (left_out || !undo(p, w, r)))
            return false;
    }
    return true;
}

void plan_state_need(struct plan *p, const struct plan_replay *r)
{
    for (unsigned i = 0; i < r->regions.count; i++) {
        const struct plan_region *region = &r->regions.items[i];
        const struct func_extent *e = region->extent;
        if (region->base)
            plan_need_operand(p, region->base);
        plan_need_operand(p, e->first);
        plan_need_operand(p, e->bytes);
        for (unsigned k = 0; k < e->count; k++) {
            plan_need_operand(p, e->steps[k].by);
            plan_need_operand(p, p->f->loops[region->loops[k]].trips);
        }
        for (unsigned k = 0; k < region->guard_count; k++)
            plan_need_operand(p, region->guards[k].cond);
    }
}
