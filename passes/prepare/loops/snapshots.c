/* See snapshots.h.
 *
 * A stencil loads each element of an array several times, once per neighbour; a tape would keep
 * each of these values. A copy of the array, made once in front of the loops, is smaller.
 *
 * The range that is copied is read, so it must be there: from the lowest to the highest address
 * that is loaded. These are the corners of what rectangular loops access, if each load runs in
 * every iteration and nothing leaves the loops early. */
#include "prepare/loops/snapshots.h"
#include "base/limits.h"
#include "base/target.h"
#include "ir/snapshots.h"
#include "prepare/loops/loops.h"
#include "rules/rules.h"
#include <string.h>

/* Ranges of one loop that gets versions. */
LIMIT(SNAPSHOT_RANGES, 16);
/* Rows between neighbours. */
enum { ROWS = 4 };

/* ---- loops ---- */

/* The load runs in each iteration of all loops from its own up to the one that gets versions. */
static bool find_loops(struct versions *s, const struct access *a, struct snapshot *found)
{
    LLVMBasicBlockRef at = LLVMGetInstructionParent(a->inst);
    found->depth = 0;
    for (EzbLoop l = a->loop; l; l = ezb_loop_parent(l)) {
        if (found->depth == SNAPSHOT_DEPTH || !prepare_is_counted(s->p, l, s->at) ||
            !ezb_dom_block(s->p->cx, at, ezb_loop_latch(l)))
            return false;
        found->loops[found->depth++] = l;
        at = ezb_loop_header(l);
        if (l == s->loop)
            return true;
    }
    return false;
}

/* ---- ranges ---- */

/* Start of the address, and bytes per iteration of each loop around: *start, steps (NULL: 0). */
static bool find_steps(struct versions *s, const struct snapshot *of, LLVMValueRef pointer,
                       EzbScev *start, EzbScev *steps)
{
    EzbScev x = ezb_scev_of(s->p->cx, s->fn, pointer), step;
    for (unsigned i = 0; i < of->depth; i++) {
        EzbLoop l;
        steps[i] = NULL;
        if (!x || !ezb_scev_is_addrec(s->p->cx, x, &l, start, &step) || l != of->loops[i])
            continue;
        if (!ezb_scev_can_expand_at(s->p->cx, step, s->at))
            return false;
        steps[i] = step, x = *start;
    }
    *start = x;
    return x && ezb_scev_can_expand_at(s->p->cx, x, s->at);
}

/* Another element of the same rows, or of rows nearby. */
static bool is_neighbour(struct versions *s, const struct snapshot *of, LLVMValueRef pointer)
{
    EzbScev start, steps[SNAPSHOT_DEPTH], p = ezb_scev_of(s->p->cx, s->fn, pointer);
    LLVMValueRef first = LLVMGetOperand(of->loads[0], 0);
    EzbScev q = ezb_scev_of(s->p->cx, s->fn, first), up = ezb_scev_minus(s->p->cx, s->fn, p, q),
            down = ezb_scev_minus(s->p->cx, s->fn, q, p);
    int64_t bytes;
    if (up && ezb_scev_const(up, &bytes))
        return true;
    if (!up || !down || !find_steps(s, of, first, &start, steps))
        return false;
    for (unsigned i = 1; i < of->depth; i++)
        for (unsigned row = 0; row < ROWS && steps[i]; row++) {
            up = ezb_scev_minus(s->p->cx, s->fn, up, steps[i]);
            down = ezb_scev_minus(s->p->cx, s->fn, down, steps[i]);
            if ((up && ezb_scev_const(up, &bytes)) || (down && ezb_scev_const(down, &bytes)))
                return true;
            if (!up || !down)
                return false;
        }
    return false;
}

/* It writes nothing that the load reads: to an object that is told apart from it, or as far as
 * alias analysis knows. */
static bool spares(struct versions *s, LLVMValueRef writer, const struct access *load,
                   uint64_t objects)
{
    for (unsigned i = 0; i < s->accesses.count; i++) {
        const struct access *a = &s->accesses.items[i];
        if (a->inst == writer && !(a->objects & ~objects) && !(a->objects & load->objects))
            return true;
    }
    return !(ezb_modref_ptr(s->p->cx, writer, load->base, EZB_SIZE_UNKNOWN) & EZB_MOD);
}

static bool all_spare(struct versions *s, const struct access *load, uint64_t objects)
{
    size_t n = ezb_loop_blocks(s->loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(s->p->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(s->loop, blocks, n);
    for (size_t b = 0; b < n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[b]); i; i = LLVMGetNextInstruction(i))
            if (ezb_inst_writes(i) && !spares(s, i, load, objects))
                return false;
    return true;
}

static bool may_be_part(struct versions *s, const struct access *a, uint64_t objects)
{
    return !a->stores && a->floating && a->loop && !(a->objects & ~objects) &&
           !LLVMGetVolatile(a->inst) && LLVMGetOrdering(a->inst) == LLVMAtomicOrderingNotAtomic &&
           all_spare(s, a, objects);
}

static void add_load(struct versions *s, const struct access *a, struct snapshots *found)
{
    struct snapshot new = {.loads = {a->inst}, .count = 1, .size = a->size, .object = a->objects};
    EzbScev start, steps[SNAPSHOT_DEPTH];
    if (!find_loops(s, a, &new) || !find_steps(s, &new, a->pointer, &start, steps) || !steps[0])
        return;
    for (unsigned i = 0; i < found->items.count; i++) {
        struct snapshot *old = &found->items.items[i];
        if (old->object != a->objects || old->loops[0] != a->loop || old->size != a->size ||
            !is_neighbour(s, old, a->pointer))
            continue;
        if (old->count < SNAPSHOT_LOADS)
            old->loads[old->count++] = a->inst;
        return;
    }
    if (found->items.count < SNAPSHOT_RANGES)
        VEC_PUSH(s->p->arena, &found->items, new);
}

void snapshots_find(struct versions *s, uint64_t objects, struct snapshots *found)
{
    unsigned kept = 0;
    if (!s->loop || !prepare_all_return(s->p, s->loop))
        return;
    for (unsigned i = 0; i < s->accesses.count; i++)
        if (may_be_part(s, &s->accesses.items[i], objects))
            add_load(s, &s->accesses.items[i], found);
    for (unsigned i = 0; i < found->items.count; i++)
        if (found->items.items[i].count > 1)
            found->items.items[kept++] = found->items.items[i];
    found->items.count = kept;
}

/* ---- code in front of the loops ---- */

static LLVMValueRef expand(struct versions *s, LLVMBuilderRef b, EzbScev x)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(s->p->module));
    LLVMValueRef v = ezb_scev_expand(s->p->cx, x, ezb_scev_type(x), s->at, "");
    LLVMPositionBuilderBefore(b, s->at);
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? LLVMBuildPtrToInt(b, v, i64, "")
                                                                 : v;
}

/* How often loop l goes back. */
static LLVMValueRef count_of(struct versions *s, LLVMBuilderRef b, EzbLoop l)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(s->p->module));
    return LLVMBuildZExtOrBitCast(b, expand(s, b, ezb_scev_backedge_count(s->p->cx, l)), i64, "");
}

static LLVMValueRef extreme(LLVMBuilderRef b, LLVMIntPredicate wins, LLVMValueRef x, LLVMValueRef y)
{
    return x ? LLVMBuildSelect(b, LLVMBuildICmp(b, wins, x, y, ""), x, y, "") : y;
}

/* Lowest and highest address of one load. */
static void find_corners(struct versions *s, LLVMBuilderRef b, const struct snapshot *of,
                         LLVMValueRef load, LLVMValueRef *low, LLVMValueRef *high)
{
    EzbScev start, steps[SNAPSHOT_DEPTH];
    find_steps(s, of, LLVMGetOperand(load, 0), &start, steps);
    *low = *high = expand(s, b, start);
    for (unsigned i = 0; i < of->depth; i++) {
        if (!steps[i])
            continue;
        LLVMValueRef way =
                         LLVMBuildMul(b, expand(s, b, steps[i]), count_of(s, b, of->loops[i]), ""),
                     zero = LLVMConstNull(LLVMTypeOf(way));
        *low = LLVMBuildAdd(b, *low, extreme(b, LLVMIntSLT, way, zero), "");
        *high = LLVMBuildAdd(b, *high, extreme(b, LLVMIntSGT, way, zero), "");
    }
}

/* Bytes that all loads read, one by one. */
static LLVMValueRef bytes_loaded(struct versions *s, LLVMBuilderRef b, const struct snapshot *of)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(s->p->module));
    LLVMValueRef bytes = LLVMConstInt(i64, of->count * of->size, 0), one = LLVMConstInt(i64, 1, 0);
    for (unsigned i = 0; i < of->depth; i++)
        bytes = LLVMBuildMul(b, bytes, LLVMBuildAdd(b, count_of(s, b, of->loops[i]), one, ""), "");
    return bytes;
}

/* Finds the range; an i1: it is no larger than what is loaded. */
static LLVMValueRef find_range(struct versions *s, LLVMBuilderRef b, struct snapshot *of)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    LLVMValueRef low = NULL, high = NULL;
    EzbScev start, steps[SNAPSHOT_DEPTH];
    for (unsigned i = 0; i < of->count; i++) {
        LLVMValueRef from, to;
        find_corners(s, b, of, of->loads[i], &from, &to);
        low = extreme(b, LLVMIntULT, low, from), high = extreme(b, LLVMIntUGT, high, to);
    }
    find_steps(s, of, LLVMGetOperand(of->loads[0], 0), &start, steps);
    LLVMValueRef first = ezb_scev_expand(s->p->cx, start, ezb_scev_type(start), s->at, "");
    LLVMPositionBuilderBefore(b, s->at);
    LLVMValueRef size = LLVMConstInt(LLVMTypeOf(low), of->size, 0),
                 offset =
                     LLVMBuildSub(b, low, LLVMBuildPtrToInt(b, first, LLVMTypeOf(low), ""), "");
    of->low = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), first, &offset, 1, "");
    of->bytes = LLVMBuildAdd(b, LLVMBuildSub(b, high, low, ""), size, "");
    return LLVMBuildICmp(b, LLVMIntULE, of->bytes, bytes_loaded(s, b, of), "");
}

LLVMValueRef snapshots_dense(struct versions *s, struct snapshots *found)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    LLVMValueRef all = NULL;
    LLVMPositionBuilderBefore(b, s->at);
    for (unsigned i = 0; i < found->items.count; i++) {
        LLVMValueRef dense = find_range(s, b, &found->items.items[i]);
        all = all ? LLVMBuildAnd(b, all, dense, "") : dense;
    }
    LLVMDisposeBuilder(b);
    return all;
}

/* ---- marks ---- */

/* i64 enz.snapshot(ptr, i64 bytes, i64 number) */
static LLVMValueRef snapshot_function(struct prepare *p)
{
    static const char name[] = RULE_SNAPSHOT;
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(c), params[] = {target_pointer(p->module), i64, i64};
    fn = LLVMAddFunction(p->module, name, LLVMFunctionType(i64, params, 3, 0));
    ezb_set_fn_effects(fn, (EzbEffects){.arg = EZB_REF, .inaccessible = EZB_MODREF});
    ezb_set_param_nocapture(fn, 0);
    static const char *const attributes[] = {"nounwind", "willreturn"};
    for (unsigned i = 0; i < 2; i++)
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(
                c, LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i])), 0));
    return fn;
}

/* Numbers are those of the module. */
static uint64_t next_number(LLVMValueRef fn)
{
    uint64_t n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        uint64_t other = LLVMConstIntGetZExtValue(LLVMGetOperand(LLVMGetUser(u), 2));
        n = other >= n ? other + 1 : n;
    }
    return n;
}

void snapshots_call(struct prepare *p, LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef bytes,
                    const LLVMValueRef *loads, unsigned count)
{
    LLVMValueRef fn = snapshot_function(p),
                 number = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(p->module)),
                                       next_number(fn), 0),
                 args[] = {low, bytes, number};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 3, "");
    for (unsigned k = 0; k < count; k++)
        snapshot_serves(loads[k], number);
}

void snapshots_mark(struct versions *s, LLVMBasicBlockRef start, const struct snapshots *found)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(start));
    for (unsigned i = 0; i < found->items.count; i++) {
        const struct snapshot *of = &found->items.items[i];
        snapshots_call(s->p, b, of->low, of->bytes, of->loads, of->count);
    }
    LLVMDisposeBuilder(b);
}
