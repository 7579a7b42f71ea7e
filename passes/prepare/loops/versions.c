/* Two versions of loops where aliases stand against a cheap derivative.
 *
 * What a loop loads through one pointer and stores through another may be the same memory as far as
 * alias analysis knows: then the derivative keeps every value that is loaded. Where scalar
 * evolution bounds what is accessed through each pointer, the run decides: in one version accesses
 * are to objects that are apart (ir/scopes.h), the other is as it was. The test is calls of
 * enz.disjoint(p, low, high, q, low, high), one per pair of objects; in a derivative they compare
 * shadows as well.
 *
 * The test is made once in front of all loops of a function, as far as the pointers are there.
 * Others change from iteration to iteration, as those to buffers that change places do: for them it
 * is made in front of the outermost loops in which they do not. */
#include "base/limits.h"
#include "base/target.h"
#include "base/team.h"
#include "ir/code.h"
#include "ir/scopes.h"
#include "prepare/loops/loops.h"
#include "prepare/loops/snapshots.h"
#include "prepare/loops/version_accesses.h"
#include <string.h>

/* Instructions of a function that is worth it. */
LIMIT(VERSION_SIZE, 3000);
/* Objects that are told apart; the number of tests grows with its square. */
LIMIT(VERSION_OBJECTS, 16);
/* Loops inside of others that are looked at. */
LIMIT(LOOPS_MAX, 64);
/* Iterations in which a test pays. */
enum { ITERATIONS_MIN = 16 };

/* ---- where ---- */

/* The end of the last block that is in no loop and in front of all; NULL without loops. */
static LLVMValueRef front_of_loops(struct prepare *p, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    LLVMBasicBlockRef front = NULL;
    for (size_t i = 0; i < n; i++) {
        LLVMBasicBlockRef above = ezb_idom(p->cx, ezb_loop_header(tops[i]));
        if (!above)
            return NULL;
        front = front ? ezb_common_dom(p->cx, front, above) : above;
    }
    return front && !ezb_loop_for(p->cx, front) ? LLVMGetBasicBlockTerminator(front) : NULL;
}

static bool has_attribute(LLVMValueRef call, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) ||
           (LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                        kind));
}

bool prepare_is_unique(LLVMValueRef inst)
{
    return code_is_call(inst) &&
           (has_attribute(inst, "noduplicate") || has_attribute(inst, "convergent") ||
            has_attribute(inst, "returns_twice"));
}

/* The function is small, and the code of the loop (NULL: all of it) may be copied. */
static bool may_copy(LLVMValueRef fn, EzbLoop loop)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (((!loop || ezb_loop_contains(loop, b)) && prepare_is_unique(i)) ||
                ++n > VERSION_SIZE)
                return false;
    return true;
}

/* ---- which objects ---- */

/* The loop that loads this also loads other elements of the object, as a stencil does: its adjoint
 * adds to neighbours, in any order if it is known to read none of them. */
static bool has_neighbour(const struct versions *s, const struct access *load)
{
    for (unsigned i = 0; i < s->accesses.count && load->floating; i++) {
        const struct access *other = &s->accesses.items[i];
        if (!other->stores && other->loop == load->loop && other->base == load->base &&
            other->pointer != load->pointer)
            return true;
    }
    return false;
}

static bool is_in_column(const struct versions *s, const struct access *a)
{
    EzbScev pointer = ezb_scev_of(s->p->cx, s->fn, a->pointer), start, step;
    EzbLoop l;
    int64_t bytes, size = (int64_t)a->size;
    return a->floating && a->loop && !ezb_loop_subloops(a->loop, NULL, 0) && pointer &&
           ezb_scev_is_addrec(s->p->cx, pointer, &l, &start, &step) && l == a->loop &&
           !(ezb_scev_const(step, &bytes) && (bytes == size || bytes == -size));
}

/* Innermost loops that walk along columns of matrices: their adjoints add to elements of different
 * rows, and are better off along rows, if they are known to read nothing that they add to. */
static void find_columns(struct versions *s)
{
    for (unsigned i = 0; i < s->accesses.count; i++) {
        EzbLoop loop = s->accesses.items[i].loop;
        bool known = false;
        for (unsigned k = 0; k < s->columns.count; k++)
            known |= s->columns.items[k] == loop;
        if (!known && is_in_column(s, &s->accesses.items[i]))
            VEC_PUSH(s->p->arena, &s->columns, loop);
    }
}

/* In such a loop, or loops around it. */
static bool share_column(const struct versions *s, const struct access *a, const struct access *b)
{
    for (unsigned i = 0; i < s->columns.count && a->floating && b->floating; i++) {
        LLVMBasicBlockRef header = ezb_loop_header(s->columns.items[i]);
        if (ezb_loop_contains(a->loop, header) && ezb_loop_contains(b->loop, header))
            return true;
    }
    return false;
}

/* Stores to parts of one object: the adjoint of one takes what another one would take. */
static bool parts_should_be_apart(const struct versions *s, const struct access *a,
                                  const struct access *b)
{
    return a->stores && b->stores && a->loop && a->loop == b->loop && a->base == b->base &&
           !(a->objects & b->objects) && !scopes_apart(s->p->arena, a->inst, b->inst);
}

/* Loads of numbers by a team of threads: what is added to the adjoint of one is none of what other
 * threads add to that of the other, if it is known that they read different objects. */
static bool team_loads(const struct versions *s, const struct access *a, const struct access *b)
{
    return team_is_marked(s->fn) && !team_is_started(s->fn) && !a->stores && !b->stores &&
           a->floating && b->floating && a->loop && b->loop && a->base != b->base &&
           !(a->objects & b->objects) && !scopes_apart(s->p->arena, a->inst, b->inst);
}

/* As far as alias analysis knows, a loop may store where it, or another one, loads; or a shadow may
 * be that of both. */
static bool should_be_apart(const struct versions *s, const struct access *store,
                            const struct access *load)
{
    if (parts_should_be_apart(s, store, load) || team_loads(s, store, load))
        return true;
    if (!store->stores || load->stores || !store->loop || !load->loop ||
        (store->objects & load->objects) || scopes_apart(s->p->arena, store->inst, load->inst))
        return false;
    return (store->floating && store->loop == load->loop && has_neighbour(s, load)) ||
           share_column(s, store, load) ||
           ezb_may_alias_bases(s->p->cx, store->inst, store->base, load->inst, load->base,
                               EZB_BY_TYPES | EZB_BY_SCOPES);
}

/* Those accesses to which should be apart from others, as bits. */
static uint64_t find_needed(struct versions *s)
{
    uint64_t needed = 0;
    for (unsigned i = 0; i < s->accesses.count; i++)
        for (unsigned k = 0; k < s->accesses.count; k++) {
            const struct access *a = &s->accesses.items[i], *b = &s->accesses.items[k];
            uint64_t both = a->objects | b->objects;
            if ((both & ~needed) && should_be_apart(s, a, b))
                needed |= both;
        }
    return needed;
}

/* Of the objects to tell apart: numbers, how many, and as bits. */
struct choice {
    unsigned items[VERSION_OBJECTS], count;
    uint64_t bits;
};

static struct choice choose(struct versions *s, uint64_t needed)
{
    struct choice c = {.count = 0};
    for (unsigned i = 0; i < s->objects.count && c.count < VERSION_OBJECTS; i++)
        if ((needed >> i & 1) && versions_bounds(s, i, NULL, NULL)) {
            c.items[c.count++] = i;
            c.bits |= UINT64_C(1) << i;
        }
    return c;
}

/* Two of the chosen ones should be apart. */
static bool helps(const struct versions *s, const struct choice *chosen)
{
    for (unsigned i = 0; i < s->accesses.count; i++)
        for (unsigned k = 0; k < s->accesses.count; k++) {
            const struct access *a = &s->accesses.items[i], *b = &s->accesses.items[k];
            if (!((a->objects | b->objects) & ~chosen->bits) && should_be_apart(s, a, b))
                return true;
        }
    return false;
}

/* ---- the test ---- */

static void add_attribute(LLVMContextRef c, LLVMValueRef fn, LLVMAttributeIndex at,
                          const char *name)
{
    LLVMAddAttributeAtIndex(
        fn, at, LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
}

LLVMValueRef prepare_disjoint_function(struct prepare *p, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    LLVMTypeRef ptr = target_pointer(p->module), i64 = LLVMInt64TypeInContext(c),
                params[] = {ptr, i64, i64, ptr, i64, i64};
    fn = LLVMAddFunction(p->module, name, LLVMFunctionType(LLVMInt1TypeInContext(c), params, 6, 0));
    ezb_set_fn_effects(fn, (EzbEffects){0});
    ezb_set_param_nocapture(fn, 0);
    ezb_set_param_nocapture(fn, 3);
    add_attribute(c, fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "nounwind");
    add_attribute(c, fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "willreturn");
    return fn;
}

/* In front of the loops: no two of the chosen objects overlap. */
static LLVMValueRef test(struct versions *s, const struct choice *chosen)
{
    unsigned n = chosen->count;
    LLVMValueRef low[VERSION_OBJECTS], high[VERSION_OBJECTS],
        all = NULL, fn = prepare_disjoint_function(s->p, RULE_DISJOINT);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    for (unsigned i = 0; i < n; i++)
        versions_bounds(s, chosen->items[i], &low[i], &high[i]);
    LLVMPositionBuilderBefore(b, s->at);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++) {
            LLVMValueRef args[] = {s->objects.items[chosen->items[i]].base, low[i], high[i],
                                   s->objects.items[chosen->items[k]].base, low[k], high[k]},
                         apart = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 6, "");
            all = all ? LLVMBuildAnd(b, all, apart, "") : apart;
        }
    LLVMDisposeBuilder(b);
    return all;
}

/* The accesses of the version that is there already say what they are to. */
static void mark(struct versions *s, LLVMBasicBlockRef start, const struct choice *chosen)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    LLVMMetadataRef domain = scopes_domain(c, scopes_objects), scopes[VERSION_OBJECTS];
    for (unsigned i = 0; i < chosen->count; i++)
        scopes[i] = scopes_new(c, domain);
    for (unsigned k = 0; k < s->accesses.count; k++) {
        const struct access *a = &s->accesses.items[k];
        uint64_t mine = 0;
        for (unsigned i = 0; i < chosen->count; i++)
            mine |= (a->objects >> chosen->items[i] & 1) << i;
        if (!(a->objects & ~chosen->bits))
            scopes_mark(s->p->arena, a->inst, scopes, chosen->count, mine);
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(start));
    scopes_declare(s->p->module, b, scopes, chosen->count);
    LLVMDisposeBuilder(b);
}

/* The pointers to last bytes, which nothing uses. (Where there are versions, they go with other
 * dead code.) */
static void forget_lasts(struct versions *s)
{
    for (unsigned i = 0; i < s->accesses.count; i++) {
        LLVMValueRef last = s->accesses.items[i].last;
        if (!last || last == s->accesses.items[i].pointer || !LLVMIsAInstruction(last))
            continue;
        LLVMValueRef offset = LLVMGetOperand(last, 1);
        LLVMInstructionEraseFromParent(last);
        if (LLVMIsAInstruction(offset) && !LLVMGetFirstUse(offset))
            LLVMInstructionEraseFromParent(offset);
    }
}

static LLVMValueRef both(struct versions *s, LLVMValueRef x, LLVMValueRef y)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    LLVMPositionBuilderBefore(b, s->at);
    LLVMValueRef both = LLVMBuildAnd(b, x, y, "");
    LLVMDisposeBuilder(b);
    return both;
}

static bool make_versions(struct versions *s)
{
    versions_find_accesses(s);
    find_columns(s);
    struct choice chosen = choose(s, find_needed(s));
    if (!helps(s, &chosen)) {
        forget_lasts(s);
        return false;
    }
    struct snapshots snapshots = {0};
    snapshots_find(s, chosen.bits, &snapshots);
    LLVMValueRef apart = test(s, &chosen), dense = snapshots_dense(s, &snapshots);
    LLVMBasicBlockRef start =
        ezb_version_from(s->p->cx, s->at, s->loop, dense ? both(s, apart, dense) : apart);
    mark(s, start, &chosen);
    snapshots_mark(s, start, &snapshots);
    return true;
}

/* ---- loops inside of others ---- */

struct headers {
    LLVMBasicBlockRef items[LOOPS_MAX];
    unsigned count;
};

/* Of a loop and all loops in it, in preorder. */
static void add_headers(struct headers *h, struct arena *arena, EzbLoop loop)
{
    if (h->count == LOOPS_MAX)
        return;
    h->items[h->count++] = ezb_loop_header(loop);
    size_t n = ezb_loop_subloops(loop, NULL, 0);
    EzbLoop *inner = ARENA_ARRAY(arena, EzbLoop, n);
    ezb_loop_subloops(loop, inner, n);
    for (size_t i = 0; i < n; i++)
        add_headers(h, arena, inner[i]);
}

static void find_headers(struct prepare *p, LLVMValueRef fn, struct headers *h)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    for (size_t i = 0; i < n; i++)
        add_headers(h, p->arena, tops[i]);
}

static bool is_inside_any(EzbLoop loop, const struct headers *loops)
{
    for (; loop; loop = ezb_loop_parent(loop))
        for (unsigned i = 0; i < loops->count; i++)
            if (ezb_loop_header(loop) == loops->items[i])
                return true;
    return false;
}

/* A loop without loops in it that is known to have few iterations. */
static bool is_short(struct prepare *p, EzbLoop loop)
{
    int known;
    uint64_t most = ezb_scev_const_max_backedge(p->cx, loop, &known);
    return !ezb_loop_subloops(loop, NULL, 0) && known && most < ITERATIONS_MIN;
}

static bool make_versions_of(struct prepare *p, LLVMValueRef fn, EzbLoop loop)
{
    LLVMBasicBlockRef front = ezb_loop_preheader(loop);
    if (!front || !ezb_loop_is_simplified(loop) || is_short(p, loop) || !may_copy(fn, loop))
        return false;
    struct versions s = {.p = p, .fn = fn, .at = LLVMGetBasicBlockTerminator(front), .loop = loop};
    return make_versions(&s);
}

/* Of the loops that were there before any of them had versions. */
static bool make_versions_inside(struct prepare *p, LLVMValueRef fn, const struct headers *loops)
{
    struct headers done = {.count = 0};
    for (unsigned i = 0; i < loops->count; i++) {
        EzbLoop loop = ezb_loop_for(p->cx, loops->items[i]);
        if (!is_inside_any(loop, &done) && make_versions_of(p, fn, loop))
            done.items[done.count++] = loops->items[i];
    }
    return done.count > 0;
}

unsigned prepare_versions(struct prepare *p, LLVMValueRef fn)
{
    struct headers loops = {.count = 0};
    struct versions s = {.p = p, .fn = fn, .at = front_of_loops(p, fn)};
    if (p->fixed_order)
        return 0;
    find_headers(p, fn, &loops);
    bool changed = s.at && may_copy(fn, NULL) && make_versions(&s);
    return make_versions_inside(p, fn, &loops) || changed;
}
