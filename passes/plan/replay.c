/* The replay schedule: when a loop's body may run again in the reverse sweep, and what that needs.
 *
 * Possible for a loop that leaves only at its latch, if running the body again from the state at
 * the start of an iteration does what it did: loop-carried values come back from the tape; local
 * memory that the loop writes is copied per iteration (a snapshot) and put back; memory that an
 * iteration allocates for itself is allocated again; other memory that it reads is unchanged since;
 * other memory that it writes is output that nothing in the loop reads, and is not written again.
 * It pays where the loop contains loops: their tape, and what iterations allocate, would grow with
 * its trip count, a snapshot does not. */
#include "plan/replay.h"
#include "base/limits.h"
#include "plan/needs.h"
#include "plan/state.h"
#include "plan/tiles.h"
#include "base/target.h"

static bool in_loop(const struct plan *p, unsigned l, unsigned v)
{
    return v != NO_ID && v >= p->f->arg_count && func_loop_contains(p->f, l, func_loop_of(p->f, v));
}

static bool has_inner_live_loop(const struct plan *p, unsigned l)
{
    for (unsigned k = 0; k < p->f->loop_count; k++)
        if (p->f->loops[k].parent == l && p->schedule[k] != SCHEDULE_SKIP)
            return true;
    return false;
}

/* Ways to the end of the program do not count: an iteration that runs again does not take them. */
bool plan_leaves_only_at_latch(const struct plan *p, unsigned l)
{
    const struct func *f = p->f;
    for (unsigned b = 0; b < f->block_count; b++) {
        if (!func_loop_contains(f, l, f->blocks[b].loop))
            continue;
        for (unsigned s = 0; s < f->blocks[b].succ_count; s++)
            if (b != f->loops[l].latch &&
                !func_loop_contains(f, l, f->blocks[f->blocks[b].succs[s]].loop) &&
                !memory_ends_program(p->m, f->blocks[b].succs[s]))
                return false;
    }
    return true;
}

bool plan_may_end_program(const struct plan *p, unsigned l)
{
    const struct func *f = p->f;
    for (unsigned b = 0; b < f->block_count; b++)
        for (unsigned s = 0;
             s < f->blocks[b].succ_count && func_loop_contains(f, l, f->blocks[b].loop); s++)
            if (memory_ends_program(p->m, f->blocks[b].succs[s]))
                return true;
    return false;
}

/* The address stays in the iteration of `loop` that made it: nothing carries it on or looks at it
 * behind the loop. */
static bool stays_in_iteration(const struct plan *p, unsigned loop, LLVMValueRef address)
{
    const struct func *f = p->f;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        unsigned v = func_id(f, LLVMGetUser(u));
        if (v == NO_ID)
            return false;
        LLVMValueRef user = f->values[v];
        bool phi = LLVMIsAPHINode(user) != NULL;
        if (!func_loop_contains(f, loop, func_loop_of(f, v)) ||
            (phi && f->loops[loop].header == f->block_of[v]))
            return false;
        if (phi && f->blocks[f->block_of[v]].loop != loop)
            continue; /* counts through an inner loop: its own uses follow the same memory, which
                         ezb_captured has looked at */
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsASelectInst(user) || phi) &&
            !stays_in_iteration(p, loop, user))
            return false;
    }
    return true;
}

/* Memory that each iteration of a loop in l allocates and gives up again. */
static bool is_scratch(const struct plan *p, unsigned l, LLVMValueRef base)
{
    unsigned v = base ? func_id(p->f, base) : NO_ID;
    if (!in_loop(p, l, v) ||
        (p->f->calls[v].cls != CALL_ALLOC && p->f->calls[v].cls != CALL_TAPE_ALLOC))
        return false;
    return !ezb_captured(p->f->cx, base, 1) && stays_in_iteration(p, func_loop_of(p->f, v), base);
}

bool plan_has_scratch(const struct plan *p, unsigned l)
{
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (func_loop_of(p->f, v) == l && is_scratch(p, l, p->f->values[v]))
            return true;
    return false;
}

bool plan_is_scratch_load(const struct plan *p, unsigned l, unsigned load)
{
    return is_scratch(p, l,
                      ezb_underlying_object(LLVMGetOperand(p->f->values[load], 0), ADDRESS_STEPS));
}

/* Object of fixed size that only this function can reach: its snapshot; false otherwise. */
static bool local_object(const struct plan *p, unsigned l, LLVMValueRef base,
                         struct plan_snapshot *s)
{
    const struct func *f = p->f;
    unsigned v = base ? func_id(f, base) : NO_ID;
    if (v == NO_ID || v < f->arg_count || in_loop(p, l, v) || ezb_captured(f->cx, base, 1) ||
        f->blocks[f->block_of[v]].loop != NO_ID)
        return false;
    *s = (struct plan_snapshot){.object = v};
    if (LLVMIsAAllocaInst(base)) {
        s->constant_size =
            LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), LLVMGetAllocatedType(base)) *
            LLVMConstIntGetZExtValue(LLVMGetOperand(base, 0));
        return s->constant_size <= 65536;
    }
    const struct call_info *c = &f->calls[v];
    if (c->cls == CALL_TAPE_ALLOC) {
        s->size[0] = LLVMGetOperand(base, 1);
        return true;
    }
    if (c->cls != CALL_ALLOC || c->alloc_size[0] < 0)
        return false;
    for (unsigned i = 0; i < 2; i++)
        s->size[i] = c->alloc_size[i] < 0 ? NULL : LLVMGetOperand(base, (unsigned)c->alloc_size[i]);
    return true;
}

static bool add_snapshot(struct plan *p, struct plan_replay *r, const struct plan_snapshot *s)
{
    for (unsigned i = 0; i < r->snapshots.count; i++)
        if (r->snapshots.items[i].object == s->object)
            return true;
    if (r->snapshots.count == SNAPSHOTS_MAX)
        return false;
    VEC_PUSH(p->f->arena, &r->snapshots, *s);
    return true;
}

static bool reads_memory(const struct plan *p, unsigned v)
{
    return p->f->calls[v].cls != CALL_NOP && p->f->calls[v].cls != CALL_SNAPSHOT &&
           ezb_inst_reads(p->f->values[v]);
}

/* Output: the i-th writer's memory is not read in the loop. */
static bool is_output(const struct plan *p, unsigned l, unsigned i)
{
    const struct func *f = p->f;
    LLVMValueRef base;
    unsigned w = memory_writer(p->m, i, &base);
    if (!LLVMIsAStoreInst(f->values[w]) || !base)
        return false;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (!in_loop(p, l, v) || !reads_memory(p, v))
            continue;
        if (LLVMIsALoadInst(f->values[v])
                ? memory_may_write(p->m, v, i, l)
                : (ezb_modref_ptr(f->cx, f->values[v], base, EZB_SIZE_UNKNOWN) & EZB_REF) != 0)
            return false;
    }
    return true;
}

static bool stores_shadow(const struct plan *p, unsigned w)
{
    LLVMValueRef inst = p->f->values[w];
    return LLVMIsAStoreInst(inst) &&
           activity_has_shadow(activity_state(p->c, p->a, LLVMGetOperand(inst, 0)));
}

static bool writers_fit(struct plan *p, unsigned l, struct plan_replay *r)
{
    for (unsigned i = 0; i < memory_writer_count(p->m); i++) {
        LLVMValueRef base;
        struct plan_snapshot s;
        unsigned w = memory_writer(p->m, i, &base);
        if (!in_loop(p, l, w) || p->f->calls[w].cls == CALL_RULE || memory_is_meeting(p->f, w))
            continue; /* errno at most; what other threads write this function's code does */
        if (p->f->calls[w].cls == CALL_INACTIVE && !LLVMGetFirstUse(p->f->values[w])) {
            bits_set(&r->skip, w);
            continue;
        }
        if (stores_shadow(p, w))
            return false;
        if (is_scratch(p, l, base) || plan_is_tile(p, l, base))
            continue;
        if (local_object(p, l, base, &s)) {
            if (!add_snapshot(p, r, &s))
                return false;
        } else if (!plan_is_put_back(p, w) && is_output(p, l, i)) {
            bits_set(&r->skip, w);
        } else if (!r->takes_regions || !plan_state_add(p, l, w, r)) {
            return false;
        }
    }
    return true;
}

static bool is_snapshot(const struct plan_replay *r, const struct plan *p, LLVMValueRef base)
{
    for (unsigned i = 0; i < r->snapshots.count; i++)
        if (p->f->values[r->snapshots.items[i].object] == base)
            return true;
    return false;
}

static bool is_own(const struct plan *p, unsigned l, const struct plan_replay *r, LLVMValueRef base)
{
    return is_snapshot(r, p, base) || is_scratch(p, l, base) || plan_is_tile(p, l, base);
}

/* The kind map of memory that an iteration accesses would have to be as it was, too, and so would
 * shadows where pointers and floating-point values take turns. */
static bool accesses_tracked(const struct plan *p, unsigned v)
{
    const struct plan_bytes *bytes = &p->bytes[v];
    return (bytes->tracked || bytes->tracked_source || bytes->reused) &&
           !LLVMIsAAllocaInst(p->f->values[v]);
}

static bool instruction_fits(struct plan *p, unsigned l, unsigned v, struct plan_replay *r)
{
    LLVMValueRef inst = p->f->values[v];
    if (accesses_tracked(p, v) || rule_is_transfer(inst) ||
        (!r->takes_regions && rule_announces_overwrite(inst) && plan_restores(p, inst)))
        return false;
    switch (p->f->calls[v].cls) {
    case CALL_NONE:
    case CALL_RULE:
    case CALL_NOP:
    case CALL_SNAPSHOT:
    case CALL_POINTER:
    case CALL_STACKSAVE:
    case CALL_STACKRESTORE:
    case CALL_MEMSET: break;
    case CALL_DISJOINT: return r->takes_regions;
    case CALL_SYNC: return memory_is_meeting(p->f, v) && !r->takes_regions;
    case CALL_ALLOC:
    case CALL_TAPE_ALLOC: return is_scratch(p, l, inst);
    case CALL_FREE:
        return is_scratch(
            p, l, ezb_underlying_object(LLVMGetOperand(inst, p->f->calls[v].freed), ADDRESS_STEPS));
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
        return is_own(p, l, r, ezb_underlying_object(LLVMGetOperand(inst, 1), ADDRESS_STEPS)) ||
               (r->takes_regions && plan_state_readable(p, l, v, r));
    case CALL_INACTIVE:
        return bits_get(&r->skip, v) || (!ezb_inst_writes(inst) && !ezb_inst_reads(inst));
    default: return false;
    }
    if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) || LLVMIsAFenceInst(inst) ||
        LLVMIsAAllocaInst(inst))
        return false;
    if ((LLVMIsAStoreInst(inst) || LLVMIsALoadInst(inst)) &&
        (LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic))
        return false;
    if (!LLVMIsALoadInst(inst))
        return true;
    LLVMValueRef base = ezb_underlying_object(LLVMGetOperand(inst, 0), ADDRESS_STEPS);
    return is_own(p, l, r, base) || memory_reloadable(p->unrestored, v, NO_ID) ||
           (r->takes_regions && plan_state_readable(p, l, v, r));
}

/* The copy of the loop that keeps what iterations start from computes no shadows: of a pointer they
 * come from another such pointer or from outside. */
static bool shadow_is_at_hand(const struct plan *p, unsigned l, unsigned phi)
{
    if (!activity_has_shadow(p->a->state[phi]))
        return true;
    const struct func_block *h = &p->f->blocks[p->f->loops[l].header];
    for (unsigned i = 0, n = LLVMCountIncoming(p->f->values[phi]); i < n; i++) {
        unsigned v = func_id(p->f, LLVMGetIncomingValue(p->f->values[phi], i));
        bool carried = v != NO_ID && v >= h->first && v < h->first + h->count &&
                       LLVMIsAPHINode(p->f->values[v]);
        if (v != NO_ID && in_loop(p, l, v) && !carried)
            return false;
    }
    return true;
}

static bool find_start(struct plan *p, unsigned l, struct plan_replay *r)
{
    const struct func_block *h = &p->f->blocks[p->f->loops[l].header];
    r->idle = bits_new(p->f->arena, p->f->value_count);
    for (unsigned v = h->first; LLVMIsAPHINode(p->f->values[v]); v++) {
        LLVMValueRef start, step;
        bool subtract;
        if (v == p->f->loops[l].counter || plan_affine_phi(p, v, &start, &step, &subtract))
            continue;
        if (plan_is_idle_sum(p, l, v)) {
            bits_set(&r->idle, v);
            continue;
        }
        if (!shadow_is_at_hand(p, l, v))
            return false;
        VEC_PUSH(p->f->arena, &r->start, v);
    }
    return r->start.count <= 16;
}

bool plan_runs_again(struct plan *p, unsigned l, struct plan_replay *r)
{
    r->skip = bits_new(p->f->arena, p->f->value_count);
    if (!writers_fit(p, l, r))
        return false;
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (in_loop(p, l, v) && !instruction_fits(p, l, v, r))
            return false;
    return true;
}

struct plan_replay *plan_replay_try(struct plan *p, unsigned l)
{
    if (!(has_inner_live_loop(p, l) || target_is_device(p->f->module)) ||
        !plan_leaves_only_at_latch(p, l))
        return NULL;
    struct plan_replay *r = ARENA_NEW(p->f->arena, struct plan_replay);
    return find_start(p, l, r) && plan_runs_again(p, l, r) ? r : NULL;
}

bool plan_iteration_keeps(const struct plan *p, unsigned loop)
{
    const struct func *f = p->f;
    for (unsigned k = 0; k < f->loop_count * ALLOCATIONS_PER_LOOP; k++) {
        const struct plan_allocation *a = &p->allocations[k];
        if (a->used && a->loop != loop && func_loop_contains(f, loop, a->loop))
            return true;
    }
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        enum call_class cls = f->calls[v].cls;
        if (in_loop(p, loop, v) &&
            (cls == CALL_ALLOC || cls == CALL_TAPE_ALLOC || cls == CALL_SNAPSHOT ||
             (rule_announces_overwrite(f->values[v]) && plan_restores(p, f->values[v]))))
            return true;
    }
    return false;
}

static void need_outside(struct plan *p, unsigned l, LLVMValueRef o)
{
    unsigned id = func_id(p->f, o);
    if (id == NO_ID || in_loop(p, l, id))
        return;
    plan_need_operand(p, o);
    plan_need_shadow(p, o);
}

void plan_need_replay(struct plan *p, unsigned l)
{
    struct plan_replay *r = p->replay[l];
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (in_loop(p, l, v))
            for (int k = 0, n = LLVMGetNumOperands(p->f->values[v]); k < n; k++)
                need_outside(p, l, LLVMGetOperand(p->f->values[v], (unsigned)k));
    if (p->schedule[l] == SCHEDULE_FUSE)
        return; /* state and memory evolve as in the primal */
    plan_state_need(p, r);
    bool kept = p->schedule[l] == SCHEDULE_REPLAY; /* per iteration, as cached values */
    for (unsigned i = 0; i < r->start.count && kept; i++) {
        unsigned v = r->start.items[i];
        plan_need(p, cached_start(p, v, 0));
        for (unsigned direction = 0; direction < p->width && activity_has_shadow(p->a->state[v]);
             direction++)
            plan_need(p, cached_start(p, v, 1 + direction));
    }
    for (unsigned i = 0; i < r->snapshots.count; i++) {
        struct plan_snapshot *s = &r->snapshots.items[i];
        if (kept)
            plan_need(p, cached_snapshot(p, l, i));
        plan_need_operand(p, p->f->values[s->object]);
        for (unsigned k = 0; k < 2; k++)
            if (s->size[k])
                plan_need_operand(p, s->size[k]);
    }
}
