/* Copies of what innermost loops load several times.
 *
 * A loop over the elements of an array that also loads their neighbours loads each element in
 * several iterations; a tape would keep each of these values. A copy of the range, made in front of
 * the loop, is smaller where something else overwrites the array later: the stages of an integrator
 * write theirs again in each time step. Ranges of whole nests are copied by versions.c, which asks
 * in front of the nest whether they are dense; those of one loop are. */
#include "base/limits.h"
#include "base/target.h"
#include "base/type.h"
#include "ir/scopes.h"
#include "ir/snapshots.h"
#include "prepare/loops/loops.h"
#include "prepare/loops/snapshots.h"

/* Of one function. */
LIMIT(NEIGHBOUR_WINDOWS, 64);
/* Elements between neighbours, per load: shorter loops would copy more than they load. */
enum { SPAN = 4 };

struct window {
    LLVMValueRef loads[SNAPSHOT_LOADS];
    int64_t offsets[SNAPSHOT_LOADS]; /* in bytes, from the first load */
    unsigned count;
    EzbScev start; /* of the first load */
    int64_t step, size;
};
struct neighbours {
    struct prepare *p;
    LLVMValueRef fn, at; /* in front of the loop */
    EzbLoop loop;
    VEC(struct window) windows;
};

static bool is_innermost(EzbLoop l, LLVMBasicBlockRef block)
{
    return l && ezb_loop_header(l) == block && !ezb_loop_subloops(l, NULL, 0);
}

/* A loop that is all that its parent has is part of a nest. */
static bool stands_alone(EzbLoop l)
{
    EzbLoop parent = ezb_loop_parent(l);
    return !parent || ezb_loop_subloops(parent, NULL, 0) > 1;
}

static bool is_plain(LLVMValueRef load)
{
    uint64_t number;
    return LLVMIsALoadInst(load) && type_is_fp(LLVMTypeOf(load)) && !LLVMGetVolatile(load) &&
           LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic && !snapshot_of(load, &number);
}

/* It goes from element to element, in each iteration. */
static bool find_window(struct neighbours *n, LLVMValueRef load, struct window *w)
{
    EzbLoop l;
    EzbScev step, address = ezb_scev_of(n->p->cx, n->fn, LLVMGetOperand(load, 0));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(n->p->module);
    *w = (struct window){.loads = {load}, .count = 1};
    w->size = (int64_t)LLVMABISizeOfType(layout, LLVMTypeOf(load));
    return address && ezb_scev_is_addrec(n->p->cx, address, &l, &w->start, &step) && l == n->loop &&
           ezb_scev_const(step, &w->step) && (w->step == w->size || w->step == -w->size) &&
           ezb_scev_can_expand_at(n->p->cx, w->start, n->at) &&
           ezb_dom_block(n->p->cx, LLVMGetInstructionParent(load), ezb_loop_latch(l));
}

/* Adds the load to a window of its array, if it is near. */
static void add_load(struct neighbours *n, const struct window *new)
{
    for (unsigned i = 0; i < n->windows.count; i++) {
        struct window *w = &n->windows.items[i];
        int64_t offset;
        EzbScev distance = ezb_scev_minus(n->p->cx, n->fn, new->start, w->start);
        if (w->step != new->step || w->size != new->size || w->count == SNAPSHOT_LOADS ||
            !distance || !ezb_scev_const(distance, &offset) || offset % w->size ||
            offset > SPAN * SNAPSHOT_LOADS * w->size || -offset > SPAN * SNAPSHOT_LOADS * w->size)
            continue;
        w->offsets[w->count] = offset;
        w->loads[w->count++] = new->loads[0];
        return;
    }
    if (n->windows.count < NEIGHBOUR_WINDOWS)
        VEC_PUSH(n->p->arena, &n->windows, *new);
}

struct span {
    int64_t low, high; /* offsets of the first element and of the last one */
    unsigned elements; /* that one iteration loads */
};

static struct span span_of(const struct window *w)
{
    struct span s = {.elements = 0};
    for (unsigned i = 0; i < w->count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++)
            again |= w->offsets[k] == w->offsets[i];
        s.elements += !again;
        s.low = w->offsets[i] < s.low ? w->offsets[i] : s.low;
        s.high = w->offsets[i] > s.high ? w->offsets[i] : s.high;
    }
    return s;
}

static bool is_dense(const struct window *w)
{
    struct span s = span_of(w);
    return s.elements > 1 && s.high - s.low <= SPAN * (int64_t)(s.elements - 1) * w->size;
}

/* Addresses that one access takes while the loop runs. */
struct range {
    EzbScev low, high;
    int64_t size; /* of the access */
};

static bool find_range(struct neighbours *n, LLVMValueRef pointer, LLVMTypeRef t, struct range *r)
{
    r->size = (int64_t)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(n->p->module), t);
    return ezb_scev_range(n->p->cx, n->fn, pointer, LLVMGetInstructionParent(n->at), &r->low,
                          &r->high);
}

static bool is_behind(struct neighbours *n, const struct range *r, const struct range *other)
{
    EzbScev distance = ezb_scev_minus(n->p->cx, n->fn, r->low, other->high),
            rest = distance ? ezb_scev_add_const(n->p->cx, n->fn, distance, -other->size) : NULL;
    return rest && ezb_scev_nonnegative_in(n->p->cx, rest, n->loop);
}

/* Parts of one array, as the arithmetic of their addresses shows. */
static bool are_apart(struct neighbours *n, LLVMValueRef store, LLVMValueRef load)
{
    struct range to, from;
    if (!LLVMIsAStoreInst(store) ||
        !find_range(n, LLVMGetOperand(store, 1), LLVMTypeOf(LLVMGetOperand(store, 0)), &to) ||
        !find_range(n, LLVMGetOperand(load, 0), LLVMTypeOf(load), &from))
        return false;
    return is_behind(n, &to, &from) || is_behind(n, &from, &to);
}

static bool may_write(struct neighbours *n, LLVMValueRef inst, const struct window *w)
{
    LLVMValueRef base = ezb_underlying_object(LLVMGetOperand(w->loads[0], 0), ADDRESS_STEPS);
    bool inside = ezb_loop_contains(n->loop, LLVMGetInstructionParent(inst));
    if (!ezb_inst_writes(inst) ||
        !(ezb_modref_ptr(n->p->cx, inst, base, EZB_SIZE_UNKNOWN) & EZB_MOD))
        return false;
    for (unsigned i = 0; i < w->count; i++)
        if (!scopes_apart(n->p->arena, inst, w->loads[i]) &&
            !(inside && are_apart(n, inst, w->loads[i])))
            return true;
    return false;
}

/* The loop leaves the range as it is, and something else writes to the array. */
static bool is_overwritten_elsewhere(struct neighbours *n, const struct window *w)
{
    bool elsewhere = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(n->fn); b; b = LLVMGetNextBasicBlock(b)) {
        bool inside = ezb_loop_contains(n->loop, b);
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && (inside || !elsewhere);
             i = LLVMGetNextInstruction(i)) {
            if (!may_write(n, i, w))
                continue;
            if (inside)
                return false;
            elsewhere = true;
        }
    }
    return elsewhere;
}

static void copy_window(struct neighbours *n, const struct window *w)
{
    LLVMContextRef c = LLVMGetModuleContext(n->p->module);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
    struct span span = span_of(w);
    EzbScev trips = ezb_scev_backedge_count(n->p->cx, n->loop);
    LLVMValueRef first = ezb_scev_expand(n->p->cx, w->start, ezb_scev_type(w->start), n->at, ""),
                 back = ezb_scev_expand(n->p->cx, trips, ezb_scev_type(trips), n->at, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, n->at);
    LLVMValueRef size = LLVMConstInt(i64, (uint64_t)w->size, 0),
                 way = LLVMBuildMul(b, LLVMBuildZExtOrBitCast(b, back, i64, ""), size, ""),
                 low = LLVMConstInt(i64, (uint64_t)span.low, 1),
                 more = LLVMConstInt(i64, (uint64_t)(span.high - span.low + w->size), 0),
                 bytes = LLVMBuildAdd(b, way, more, "");
    if (w->step < 0)
        low = LLVMBuildSub(b, low, way, "");
    first = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), first, &low, 1, "");
    snapshots_call(n->p, b, first, bytes, w->loads, w->count);
    LLVMDisposeBuilder(b);
}

static unsigned copy_windows(struct neighbours *n)
{
    unsigned copied = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(n->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ezb_loop_contains(n->loop, b);
             i = LLVMGetNextInstruction(i)) {
            struct window w;
            if (is_plain(i) && find_window(n, i, &w))
                add_load(n, &w);
        }
    for (unsigned i = 0; i < n->windows.count; i++) {
        const struct window *w = &n->windows.items[i];
        if (!is_dense(w) || !is_overwritten_elsewhere(n, w))
            continue;
        copy_window(n, w);
        copied++;
    }
    return copied;
}

unsigned prepare_neighbours(struct prepare *p, LLVMValueRef fn)
{
    unsigned copied = 0;
    if (target_is_device(p->module))
        return 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        EzbLoop l = ezb_loop_for(p->cx, b);
        LLVMBasicBlockRef preheader =
            is_innermost(l, b) && stands_alone(l) ? ezb_loop_preheader(l) : NULL;
        if (!preheader)
            continue;
        struct neighbours n = {
            .p = p, .fn = fn, .at = LLVMGetBasicBlockTerminator(preheader), .loop = l};
        if (prepare_is_counted(p, l, n.at) && prepare_all_return(p, l))
            copied += copy_windows(&n);
    }
    return copied;
}
