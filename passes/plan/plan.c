/* Makes the plan of one function: schedules, live blocks, reverse control flow, then the needs of
 * every adjoint. */
#include "plan/plan.h"
#include "base/limits.h"
#include "base/target.h"
#include "device/device.h"
#include "facts/bytes.h"
#include "ir/text.h"
#include "plan/checkpoint.h"
#include "plan/cost.h"
#include "plan/cut.h"
#include "plan/local.h"
#include "plan/needs.h"
#include "plan/nest.h"
#include "plan/order.h"
#include "plan/program.h"
#include "plan/replay.h"
#include "plan/rows.h"
#include "plan/shared.h"
#include "plan/speculated.h"
#include "plan/sums.h"
#include "plan/zero.h"
#include <stdio.h>
#include <string.h>

static bool accesses_pointers(const struct func *f, LLVMValueRef object)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMValueRef inst = f->values[v];
        bool store = LLVMIsAStoreInst(inst), fp = false, ptr = false;
        if (!store && !LLVMIsALoadInst(inst))
            continue;
        activity_type_has(LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst), &fp, &ptr);
        if (ptr &&
            ezb_underlying_object(LLVMGetOperand(inst, store ? 1 : 0), ADDRESS_STEPS) == object)
            return true;
    }
    return false;
}

/* What the program reads from fresh zeroed memory leaves an adjoint there, which must not count
 * when the reverse sweep runs again. */
bool plan_clears(const struct plan *p, unsigned v)
{
    return p->reusable && p->f->calls[v].cls == CALL_ALLOC && activity_has_shadow(p->a->state[v]) &&
           !strcmp(p->f->calls[v].alloc_zero, "zero") && p->f->calls[v].alloc_size[0] >= 0;
}

bool plan_spares_pointers(const struct plan *p, unsigned v)
{
    return ezb_captured(p->f->cx, p->f->values[v], 1) && accesses_pointers(p->f, p->f->values[v]);
}

bool plan_has_adjoint(const struct plan *p, unsigned v)
{
    return p->row[v] != ADJOINT_NONE;
}

unsigned plan_cached_region(const struct plan *p, unsigned cached)
{
    const struct func *f = p->f;
    if (cached < f->value_count)
        return func_loop_of(f, cached);
    if (cached < cached_selector(p, 0))
        return func_loop_of(f, (cached - f->value_count) / p->width);
    if (cached < cached_trips(p, 0))
        return f->blocks[cached - cached_selector(p, 0)].loop;
    if (cached < cached_base(p, 0))
        return f->loops[cached - cached_trips(p, 0)].parent;
    if (cached < cached_tape(p, 0))
        return f->loops[p->allocations[cached - cached_base(p, 0)].top].parent;
    if (cached < cached_start(p, 0, 0))
        return func_loop_of(f, cached - cached_tape(p, 0));
    if (cached < cached_snapshot(p, 0, 0))
        return func_loop_of(f, (cached - cached_start(p, 0, 0)) / (1 + p->width));
    return (cached - cached_snapshot(p, 0, 0)) / SNAPSHOTS_MAX;
}

LLVMTypeRef plan_cached_type(const struct plan *p, unsigned cached)
{
    const struct func *f = p->f;
    LLVMContextRef c = LLVMGetModuleContext(f->module);
    if (cached < f->value_count)
        return LLVMTypeOf(f->values[cached]);
    if (cached < cached_selector(p, 0))
        return LLVMTypeOf(f->values[(cached - f->value_count) / p->width]);
    if (cached < cached_trips(p, 0))
        return LLVMInt32TypeInContext(c);
    if (cached < cached_base(p, 0))
        return LLVMInt64TypeInContext(c);
    if (cached >= cached_start(p, 0, 0) && cached < cached_snapshot(p, 0, 0))
        return LLVMTypeOf(f->values[(cached - cached_start(p, 0, 0)) / (1 + p->width)]);
    return target_pointer(f->module);
}

bool plan_on_stack(const struct plan *p, unsigned region)
{
    return region == NO_ID ? !p->split : plan_reruns(p, region);
}

bool plan_reruns(const struct plan *p, unsigned loop)
{
    return p->schedule[loop] == SCHEDULE_REPLAY || p->schedule[loop] == SCHEDULE_FUSE;
}

unsigned plan_replay_scope(const struct plan *p, unsigned region)
{
    while (region != NO_ID && !plan_reruns(p, region))
        region = p->f->loops[region].parent;
    return region;
}

static void find_live_blocks(struct plan *p)
{
    struct func *f = p->f;
    p->live_blocks = bits_new(f->arena, f->block_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (plan_has_adjoint(p, v))
            bits_set(&p->live_blocks, f->block_of[v]);
}

/* Loops inside `l` over which the stored plan keeps a cached value of this allocation: 0 if it
 * keeps nothing per iteration of l. */
static unsigned extents_inside(const struct plan *p, const struct plan_allocation *g, unsigned l)
{
    unsigned n = 0;
    if (!g->used || g->loop == l || !func_loop_contains(p->f, l, g->loop))
        return 0;
    if (g->kind == ALLOCATION_LINKED)
        return p->f->loops[g->loop].depth - p->f->loops[l].depth;
    for (unsigned i = 0; i < g->dim_count; i++)
        n += g->dims[i] != l && func_loop_contains(p->f, l, g->dims[i]);
    for (unsigned k = p->f->loops[g->top].parent;
         k != NO_ID && k != l && func_loop_contains(p->f, l, k); k = p->f->loops[k].parent)
        n++;
    return n;
}

/* A snapshot copies vectors; replaying pays when storing would keep matrices or more per iteration,
 * or the memory that every iteration allocates, or, on a device, whose threads have hardly any
 * memory, anything. */
static bool replay_pays(const struct plan *stored, unsigned l)
{
    if (!stored->keep_scratch && plan_has_scratch(stored, l))
        return true;
    if (target_is_device(stored->f->module) && plan_keeps_iterations(stored, l))
        return true;
    for (unsigned g = 0; g < stored->f->loop_count * ALLOCATIONS_PER_LOOP; g++)
        if (extents_inside(stored, &stored->allocations[g], l) >= 2)
            return true;
    return false;
}

static void choose_schedule(struct plan *p, struct plan *stored, unsigned l,
                            enum plan_checkpoints checkpoints)
{
    enum plan_checkpoints wanted = p->f->loops[l].trips && !plan_checkpoint_is_idle(stored, l)
                                       ? CHECKPOINTS_COUNTED
                                       : CHECKPOINTS_ALL;
    if (replay_pays(stored, l) && (p->replay[l] = plan_replay_try(p, l)))
        p->schedule[l] = plan_fuse_try(p, stored, l) ? SCHEDULE_FUSE : SCHEDULE_REPLAY;
    else if (checkpoints >= wanted && (p->replay[l] = plan_checkpoint_try(p, stored, l)))
        p->schedule[l] = SCHEDULE_CHECKPOINT;
}

/* stored: the plan in which every loop stores, or NULL while making that one. */
static void choose_schedules(struct plan *p, struct plan *stored, enum plan_checkpoints checkpoints)
{
    struct func *f = p->f;
    for (unsigned b = 0; b < f->block_count; b++)
        if (bits_get(&p->live_blocks, b))
            for (unsigned l = f->blocks[b].loop; l != NO_ID; l = f->loops[l].parent)
                p->schedule[l] = SCHEDULE_STORE;
    for (unsigned l = 0; l < f->loop_count && stored; l++)
        if (p->schedule[l] == SCHEDULE_STORE && plan_replay_scope(p, l) == NO_ID)
            choose_schedule(p, stored, l, checkpoints);
}

/* Everything between `dominator` and b is without adjoint code. */
static bool quiet_between(const struct plan *p, unsigned dominator, unsigned b)
{
    const struct func *f = p->f;
    struct bits seen = bits_new(f->arena, f->block_count);
    VEC(unsigned) work = {0};
    VEC_PUSH(f->arena, &work, b);
    while (work.count) {
        unsigned x = work.items[--work.count];
        if (x != b && bits_get(&p->live_blocks, x))
            return false;
        for (unsigned i = 0; i < f->blocks[x].pred_count; i++) {
            unsigned q = f->blocks[x].preds[i];
            if (q != dominator && q != b && bits_set(&seen, q))
                VEC_PUSH(f->arena, &work, q);
        }
    }
    return true;
}

static bool is_header(const struct func *f, unsigned b)
{
    return f->blocks[b].loop != NO_ID && f->loops[f->blocks[b].loop].header == b;
}

static bool has_live_phi(const struct plan *p, unsigned b)
{
    const struct func_block *blk = &p->f->blocks[b];
    for (unsigned v = blk->first; v < blk->first + blk->count && LLVMIsAPHINode(p->f->values[v]);
         v++)
        if (activity_active(p->a, v))
            return true;
    return false;
}

static void find_reverse_target(struct plan *p, unsigned b)
{
    const struct func *f = p->f;
    p->reverse_target[b] = NO_ID;
    if (b == 0 || is_header(f, b))
        return;
    unsigned d = f->blocks[b].idom;
    if (f->blocks[b].pred_count == 1 && f->blocks[d].loop == f->blocks[b].loop) {
        p->reverse_target[b] = d;
        return;
    }
    while (!func_loop_contains(f, f->blocks[d].loop, f->blocks[b].loop))
        d = f->blocks[d].idom;
    if (!has_live_phi(p, b) && quiet_between(p, d, b))
        p->reverse_target[b] = d;
}

/* The edge of D's branch that leads to pred: the successor that dominates pred without being b
 * itself, or the edge D -> b. */
static int arm_of(const struct func *f, unsigned d, unsigned b, unsigned pred, LLVMValueRef term)
{
    for (int s = 0; s < 2; s++) {
        unsigned to = func_block_id(f, LLVMGetSuccessor(term, (unsigned)s));
        if (pred == d ? to == b
                      : (to != b && f->blocks[to].pred_count == 1 && func_dominates(f, to, pred)))
            return s;
    }
    return -1;
}

/* Two predecessors told apart by the branch of the immediate dominator. */
static void find_selector_cond(struct plan *p, unsigned b)
{
    const struct func *f = p->f;
    const struct func_block *blk = &f->blocks[b];
    if (blk->pred_count != 2 || f->blocks[blk->idom].loop != blk->loop)
        return;
    LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks[blk->idom].ref);
    if (LLVMGetInstructionOpcode(term) != LLVMBr || !LLVMIsConditional(term))
        return;
    int a0 = arm_of(f, blk->idom, b, blk->preds[0], term),
        a1 = arm_of(f, blk->idom, b, blk->preds[1], term);
    if (a0 < 0 || a1 < 0 || a0 == a1)
        return;
    p->selector_cond[b] = LLVMGetCondition(term);
    p->selector_true[b] = (uint8_t)a0;
}

/* Blocks whose reverse can be reached in the reverse sweep need their entry edge. */
static void need_control(struct plan *p)
{
    struct func *f = p->f;
    for (unsigned b = 1; b < f->block_count; b++) {
        find_reverse_target(p, b);
        if (is_header(f, b) || p->reverse_target[b] != NO_ID || f->blocks[b].pred_count < 2)
            continue;
        unsigned l = f->blocks[b].loop;
        if (l != NO_ID && p->schedule[l] == SCHEDULE_SKIP)
            continue;
        find_selector_cond(p, b);
        if (p->selector_cond[b])
            plan_need_operand(p, p->selector_cond[b]);
        else
            plan_need(p, cached_selector(p, b));
    }
    for (unsigned l = 0; l < f->loop_count; l++)
        if (p->schedule[l] != SCHEDULE_SKIP && p->schedule[l] != SCHEDULE_FUSE) {
            if (f->loops[l].trips)
                plan_need_operand(p, f->loops[l].trips);
            else
                plan_need(p, cached_trips(p, l));
        }
}

/* A forward sweep goes through every loop and decides every branch again, and returns the result.
 */
static void store_all(struct plan *p)
{
    for (unsigned l = 0; l < p->f->loop_count; l++)
        p->schedule[l] = SCHEDULE_STORE;
}

static void need_forward_control(struct plan *p)
{
    struct func *f = p->f;
    for (unsigned b = 0; b < f->block_count; b++) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks[b].ref);
        LLVMOpcode op = LLVMGetInstructionOpcode(term);
        if (op == LLVMSwitch || (op == LLVMBr && LLVMIsConditional(term)))
            plan_need_operand(p, LLVMGetOperand(term, 0));
        if (op != LLVMRet || !LLVMGetNumOperands(term))
            continue;
        plan_need_operand(p, LLVMGetOperand(term, 0));
        plan_need_shadow(p, LLVMGetOperand(term, 0));
    }
}

/* A number made of an address has the tangent of its shadow, if any. */
static void need_tangent(struct plan *p, unsigned v)
{
    if (bytes_address_as_number(p->c, p->a, p->f->values[v]))
        plan_need_shadow(p, LLVMGetOperand(p->f->values[v], 0));
}

/* Of every adjoint, with schedules as they are. */
static void need_all(struct plan *p, enum plan_kind kind)
{
    struct func *f = p->f;
    unsigned frame = f->loop_count * ALLOCATIONS_PER_LOOP;
    p->how = ARENA_ARRAY(f->arena, uint8_t, p->cached_count);
    p->holder = ARENA_ARRAY(f->arena, unsigned, f->value_count);
    p->reads = ARENA_ARRAY(f->arena, struct plan_reads, f->value_count);
    p->allocation = ARENA_ARRAY(f->arena, unsigned, p->cached_count);
    p->field = ARENA_ARRAY(f->arena, unsigned, p->cached_count);
    p->cost = ARENA_ARRAY(f->arena, uint16_t, p->cached_count);
    p->demanded = bits_new(f->arena, p->cached_count);
    p->allocations = ARENA_ARRAY(f->arena, struct plan_allocation, frame + 1);
    p->allocations[frame].kind = ALLOCATION_FRAME;
    if (kind == PLAN_TANGENTS)
        need_forward_control(p);
    need_control(p);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (plan_has_adjoint(p, v))
            plan_need_adjoint(p, v);
    for (unsigned v = f->arg_count; v < f->value_count && kind == PLAN_TANGENTS; v++)
        need_tangent(p, v);
    for (unsigned l = 0; l < f->loop_count; l++)
        if (plan_reruns(p, l) || p->schedule[l] == SCHEDULE_CHECKPOINT)
            plan_need_replay(p, l);
}

/* Needs once more, with a minimum cut. Where that would keep more, as the limit of what is computed
 * again may have it, they stay as they were. */
static void cut(struct plan *p, enum plan_kind kind)
{
    struct plan before = *p;
    if (!plan_cut(p))
        return;
    need_all(p, kind);
    if (plan_kept_bytes(p) > plan_kept_bytes(&before))
        *p = before;
}

static struct plan *make(struct activity_context *c, struct activity_facts *a,
                         const struct memory *m, const struct plan_wish *wish, struct plan *stored)
{
    enum plan_kind kind = wish->kind;
    struct func *f = a->f;
    struct plan *p = ARENA_NEW(f->arena, struct plan);
    p->f = f, p->a = a, p->c = c, p->m = m, p->width = wish->width;
    p->split = kind != PLAN_COMBINED, p->reusable = kind >= PLAN_REUSABLE;
    p->in_order = wish->in_order;
    p->cache = wish->cache,
    p->recompute_limit =
        plan_recompute_limit(wish->cache, target_is_device(f->module) || wish->restores);
    p->keep_scratch = wish->keep_scratch;
    p->restores = wish->restores;
    p->unrestored = wish->unrestored;
    p->nested = wish->nested, p->shared = wish->shared;
    p->deep = target_is_device(f->module) && device_calls_deep(f->arena, f->fn);
    p->adds_atomically =
        wish->atomic == PLAN_ATOMIC_AUTO ? wish->shared : wish->atomic == PLAN_ATOMIC_ALWAYS;
    if (p->adds_atomically && wish->atomic == PLAN_ATOMIC_AUTO && wish->alone)
        p->common = plan_shared_find(f, m);
    p->sums_in_order = p->adds_atomically && wish->sums_in_order;
    p->locks_lines = p->adds_atomically && wish->locks_lines && !p->sums_in_order;
    p->bytes = wish->bytes, p->unread = wish->unread;
    p->cached_count = cached_snapshot(p, f->loop_count, 0);
    p->trips = ARENA_ARRAY(f->arena, unsigned, f->loop_count);
    p->schedule = ARENA_ARRAY(f->arena, uint8_t, f->loop_count);
    p->replay = ARENA_ARRAY(f->arena, struct plan_replay *, f->loop_count);
    p->reverse_target = ARENA_ARRAY(f->arena, unsigned, f->block_count);
    p->selector_cond = ARENA_ARRAY(f->arena, LLVMValueRef, f->block_count);
    p->selector_true = ARENA_ARRAY(f->arena, uint8_t, f->block_count);
    p->sunk = bits_new(f->arena, f->value_count);
    p->deferred = bits_new(f->arena, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (memory_is_deferred(m, v))
            bits_set(&p->deferred, v);
    plan_rows(p);
    plan_speculated(p);
    plan_local(p);
    find_live_blocks(p);
    choose_schedules(p, stored, wish->checkpoints);
    if (stored && !memcmp(p->schedule, stored->schedule, f->loop_count))
        return stored; /* that it is */
    if (kind == PLAN_TANGENTS)
        store_all(p);
    plan_order(p, wish->checkpoints == CHECKPOINTS_ALL);
    plan_zero(p);
    need_all(p, kind);
    if (wish->cache != PLAN_CACHE_ALL)
        cut(p, kind);
    return p;
}

struct plan *plan_make(struct activity_context *c, struct activity_facts *a, const struct memory *m,
                       const struct plan_wish *wish)
{
    struct plan *stored = make(c, a, m, wish, NULL);
    struct plan *p = stored->reusable
                         ? stored
                         : make(c, a, m, wish, stored); /* replaying writes the primal's memory */
    plan_nests(p);
    p->sums = plan_sums_find(p);
    p->program = program_make(p);
    return p;
}

const char *plan_cached_text(const struct plan *p, unsigned cached)
{
    struct func *f = p->f;
    if (cached < f->value_count)
        return text_bare_value(f->arena, f->values[cached]);
    if (cached < cached_selector(p, 0))
        return arena_printf(
            f->arena, "shadow of%s",
            text_bare_value(f->arena, f->values[(cached - f->value_count) / p->width]));
    if (cached < cached_trips(p, 0))
        return arena_printf(f->arena, "predecessor of block %u", cached - cached_selector(p, 0));
    if (cached < cached_base(p, 0))
        return arena_printf(f->arena, "trip count of loop %u", cached - cached_trips(p, 0));
    if (cached < cached_tape(p, 0))
        return arena_printf(f->arena, "base of allocation %u", cached - cached_base(p, 0));
    if (cached < cached_start(p, 0, 0))
        return arena_printf(f->arena, "tape of%s",
                            text_bare_value(f->arena, f->values[cached - cached_tape(p, 0)]));
    if (cached < cached_snapshot(p, 0, 0))
        return arena_printf(
            f->arena, "start of%s",
            text_bare_value(f->arena,
                            f->values[(cached - cached_start(p, 0, 0)) / (1 + p->width)]));
    return "snapshot";
}

const char *plan_storage(const struct plan *p, unsigned cached)
{
    bool value = cached < cached_selector(p, 0), shadow = value && cached >= p->f->value_count;
    unsigned v = shadow ? (cached - p->f->value_count) / p->width : cached;
    if (value && v < p->f->arg_count)
        return "register";
    switch (p->how[cached]) {
    case HOW_SLOT: return p->allocation[cached] == NO_ID ? "register" : "tape";
    case HOW_HELD: return "final";
    default:
        return !LLVMIsALoadInst(p->f->values[v])                   ? "recompute"
               : !shadow && plan_read_from_snapshot(p, v) != NO_ID ? "snapshot"
                                                                   : "reload";
    }
}

static void dump_allocations(const struct plan *p)
{
    for (unsigned g = 0; g < p->f->loop_count * ALLOCATIONS_PER_LOOP; g++) {
        const struct plan_allocation *alloc = &p->allocations[g];
        if (!alloc->used)
            continue;
        fprintf(stderr, "  allocation %u of loop %u: %llu bytes %s", g, alloc->loop,
                (unsigned long long)alloc->bytes,
                alloc->kind == ALLOCATION_LINKED ? "per iteration, linked"
                                                 : "per element of loops");
        for (unsigned i = 0; i < alloc->dim_count; i++)
            fprintf(stderr, " %u", alloc->dims[i]);
        if (alloc->kind == ALLOCATION_ARRAYS)
            fprintf(stderr, ", allocated before loop %u", alloc->top);
        fputc('\n', stderr);
    }
}

const char *plan_schedule_name(const struct plan *p, unsigned loop)
{
    static const char *const names[] = {"skip", "store", "replay", "checkpoint", "fuse"};
    return names[p->schedule[loop]];
}

static void dump_nest(const struct plan_nest *n)
{
    if (n->gathers.count) {
        fprintf(stderr, "  adjoint of loop %u: in the primal's order, gathers over %u loops%s\n",
                n->loops[0], n->depth, n->guards.count ? ", where the loops inside run" : "");
        return;
    }
    fprintf(stderr, "  adjoint of loop %u: inside of loop %u", n->loops[0], n->loops[n->depth - 1]);
    if (n->passes > 1)
        fprintf(stderr, ", %u loops", n->passes);
    fprintf(stderr, "%s%s\n", n->strip ? ", over strips" : "",
            n->guards.count ? ", where the loops inside run" : "");
}

void plan_dump(const struct plan *p)
{
    fprintf(stderr, "plan of %s\n", text_function_name(p->f->arena, p->f->fn));
    for (unsigned l = 0; l < p->f->loop_count; l++)
        fprintf(stderr, "  loop %u depth %u: %s, trip count %s\n", l, p->f->loops[l].depth,
                plan_schedule_name(p, l),
                p->f->loops[l].trips ? text_bare_value(p->f->arena, p->f->loops[l].trips)
                                     : "unknown");
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (p->passes[l])
            fprintf(stderr, "  adjoint of loop %u: in the primal's order, %u %s%s%s\n", l,
                    plan_whole_passes(p, l), plan_whole_passes(p, l) == 1 ? "loop" : "loops",
                    p->strip[l] ? " over strips" : "", p->gathers[l] ? ", gathers" : "");
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (p->nests[l])
            dump_nest(p->nests[l]);
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (p->results[l].count)
            fprintf(stderr, "  adjoint of loop %u: left out where nothing comes in\n", l);
    for (unsigned l = 0; l < p->f->loop_count; l++)
        if (p->replay[l] && p->replay[l]->not_fused)
            fprintf(stderr, "  loop %u is not fused: %s\n", l, p->replay[l]->not_fused);
    if (p->cut_too_large)
        fprintf(stderr, "  more than %u values: no minimum cut\n", CUT_VALUES);
    dump_allocations(p);
    for (unsigned n = 0; n < p->cached_count; n++)
        if (p->how[n] == HOW_SLOT)
            fprintf(stderr, "  keep %s\n", plan_cached_text(p, n));
    program_dump(p);
}
