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
#include "ir/scopes.h"
#include "prepare/loops/loops.h"
#include <string.h>

/* Instructions of a function that is worth it. */
LIMIT(VERSION_SIZE, 3000);
/* Objects that are told apart; the number of tests grows with its square. */
LIMIT(VERSION_OBJECTS, 16);
/* Objects that are looked at, at most 64. */
LIMIT(OBJECTS_MAX, 64);
/* Pointers among which phis choose. */
LIMIT(POINTERS_MAX, 16);
/* Loops inside of others that are looked at. */
LIMIT(LOOPS_MAX, 64);
/* Iterations in which a test pays. */
enum { ITERATIONS_MIN = 16 };

struct access {
    LLVMValueRef inst, pointer, base;
    LLVMValueRef last; /* of memset: points to its last byte; else NULL */
    uint64_t size;
    uint64_t objects; /* one of these, a bit each */
    EzbLoop loop;     /* innermost, or NULL */
    bool stores, floating;
};
struct versions {
    struct prepare *p;
    LLVMValueRef fn, at; /* in front of the loops: a terminator */
    EzbLoop loop;        /* the one that is to have versions; NULL: all of the function */
    VEC(struct access) accesses;
    VEC(LLVMValueRef) objects;
};

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

/* A call that must stand in one place only. */
static bool is_unique(LLVMValueRef inst)
{
    return (LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst)) &&
           (has_attribute(inst, "noduplicate") || has_attribute(inst, "convergent") ||
            has_attribute(inst, "returns_twice"));
}

/* The function is small, and its code may be copied. */
static bool may_copy(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_unique(i) || ++n > VERSION_SIZE)
                return false;
    return true;
}

/* ---- accesses and the objects that they are to ---- */

/* A pointer that is there in front of the loops, to memory of which alias analysis knows no more
 * than that. */
static bool is_object(const struct versions *s, LLVMValueRef base)
{
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(base)) != target_space(s->p->module, TARGET_GENERIC))
        return false;
    if (LLVMIsAGlobalVariable(base))
        return !LLVMIsGlobalConstant(base);
    if (LLVMIsAAllocaInst(base) || (LLVMIsACallInst(base) && ezb_is_alloc(s->p->cx, base)))
        return false;
    return LLVMIsAArgument(base) ||
           (LLVMIsAInstruction(base) && ezb_dom_value(s->p->cx, base, s->at));
}

static uint64_t object_bit(struct versions *s, LLVMValueRef base)
{
    for (unsigned i = 0; i < s->objects.count; i++)
        if (s->objects.items[i] == base)
            return UINT64_C(1) << i;
    if (s->objects.count == OBJECTS_MAX || !is_object(s, base))
        return 0;
    VEC_PUSH(s->p->arena, &s->objects, base);
    return UINT64_C(1) << (s->objects.count - 1);
}

struct pointers {
    LLVMValueRef items[POINTERS_MAX];
    unsigned count;
};

static bool add_pointer(struct pointers *p, LLVMValueRef v)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->items[i] == v)
            return true;
    if (p->count == POINTERS_MAX)
        return false;
    p->items[p->count++] = v;
    return true;
}

/* The objects of which `base` is one: itself, or what phis of loops choose from, as those of
 * buffers that change places do. Zero if any is none. */
static uint64_t objects_of(struct versions *s, LLVMValueRef base)
{
    struct pointers p = {.items = {base}, .count = 1};
    uint64_t objects = 0;
    for (unsigned i = 0; i < p.count; i++) {
        LLVMValueRef v = p.items[i];
        uint64_t bit = object_bit(s, v);
        objects |= bit;
        if (bit)
            continue;
        if (!LLVMIsAPHINode(v))
            return 0;
        for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
            if (!add_pointer(&p, LLVMGetIncomingValue(v, k)))
                return 0;
    }
    return objects;
}

static bool is_floating(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

/* Memory that is cleared, which may be empty: then this is the byte in front of it. */
static void find_memset(struct versions *s, LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    struct access a = {.inst = inst, .pointer = LLVMGetOperand(inst, 0), .size = 1, .stores = true};
    a.base = ezb_pointer_base(s->p->cx, s->fn, a.pointer);
    a.objects = a.base ? objects_of(s, a.base) : 0;
    a.loop = ezb_loop_for(s->p->cx, LLVMGetInstructionParent(inst));
    if (!a.objects)
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, inst);
    LLVMValueRef size = LLVMGetOperand(inst, 2), one = LLVMConstInt(LLVMTypeOf(size), 1, 0),
                 last = LLVMBuildSub(b, size, one, "");
    a.last = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), a.pointer, &last, 1, "");
    LLVMDisposeBuilder(b);
    VEC_PUSH(s->p->arena, &s->accesses, a);
}

static void find_access(struct versions *s, LLVMValueRef inst)
{
    if (LLVMIsAMemSetInst(inst)) {
        find_memset(s, inst);
        return;
    }
    bool store = LLVMIsAStoreInst(inst);
    if (!store && !LLVMIsALoadInst(inst))
        return;
    struct access a = {.inst = inst, .stores = store};
    a.pointer = LLVMGetOperand(inst, store ? 1 : 0);
    a.size = LLVMABISizeOfType(LLVMGetModuleDataLayout(s->p->module),
                               LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst));
    a.base = ezb_pointer_base(s->p->cx, s->fn, a.pointer);
    a.objects = a.base ? objects_of(s, a.base) : 0;
    a.loop = ezb_loop_for(s->p->cx, LLVMGetInstructionParent(inst));
    a.floating = is_floating(LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst));
    if (a.objects)
        VEC_PUSH(s->p->arena, &s->accesses, a);
}

static bool has_versions(const struct versions *s, LLVMBasicBlockRef b)
{
    LLVMBasicBlockRef front = LLVMGetInstructionParent(s->at);
    return s->loop ? ezb_loop_contains(s->loop, b)
                   : b != front && ezb_dom_block(s->p->cx, front, b);
}

static void find_accesses(struct versions *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b)) {
        if (!has_versions(s, b))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            find_access(s, i);
    }
}

/* Where they lie, seen from in front of the loops; low NULL: is it known? */
static bool bounds_of(struct versions *s, unsigned object, LLVMValueRef *low, LLVMValueRef *high)
{
    size_t n = 2 * (size_t)s->accesses.count;
    LLVMValueRef *pointers = ARENA_ARRAY(s->p->arena, LLVMValueRef, n);
    uint64_t *sizes = ARENA_ARRAY(s->p->arena, uint64_t, n);
    n = 0;
    for (unsigned i = 0; i < s->accesses.count; i++) {
        const struct access *a = &s->accesses.items[i];
        if (!(a->objects >> object & 1))
            continue;
        pointers[n] = a->pointer, sizes[n++] = a->size;
        if (a->last)
            pointers[n] = a->last, sizes[n++] = a->size;
    }
    return ezb_access_bounds(s->p->cx, pointers, sizes, n, s->at, low, high);
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

/* As far as alias analysis knows, a loop may store where it, or another one, loads; or a shadow may
 * be that of both. */
static bool should_be_apart(const struct versions *s, const struct access *store,
                            const struct access *load)
{
    if (!store->stores || load->stores || !store->loop || !load->loop ||
        (store->objects & load->objects) || scopes_apart(s->p->arena, store->inst, load->inst))
        return false;
    return (store->floating && store->loop == load->loop && has_neighbour(s, load)) ||
           ezb_may_alias_bases(s->p->cx, store->inst, store->base, load->inst, load->base, 1);
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
        if ((needed >> i & 1) && bounds_of(s, i, NULL, NULL)) {
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

/* i1 enz.disjoint(ptr, i64, i64, ptr, i64, i64) */
static LLVMValueRef disjoint_function(struct prepare *p)
{
    static const char name[] = RULE_DISJOINT;
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
    LLVMValueRef low[VERSION_OBJECTS], high[VERSION_OBJECTS], all = NULL,
                                                              fn = disjoint_function(s->p);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    for (unsigned i = 0; i < n; i++)
        bounds_of(s, chosen->items[i], &low[i], &high[i]);
    LLVMPositionBuilderBefore(b, s->at);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++) {
            LLVMValueRef args[] = {s->objects.items[chosen->items[i]], low[i], high[i],
                                   s->objects.items[chosen->items[k]], low[k], high[k]},
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

static bool make_versions(struct versions *s)
{
    find_accesses(s);
    struct choice chosen = choose(s, find_needed(s));
    if (!helps(s, &chosen)) {
        forget_lasts(s);
        return false;
    }
    LLVMValueRef apart = test(s, &chosen);
    mark(s, ezb_version_from(s->p->cx, s->at, s->loop, apart), &chosen);
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
    if (!front || !ezb_loop_is_simplified(loop) || is_short(p, loop) || !may_copy(fn))
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
    bool changed = s.at && may_copy(fn) && make_versions(&s);
    /* What one of two versions writes is written under a condition: no state of a loop that gets
     * checkpoints (extents.c). */
    return (!p->wants_extents && make_versions_inside(p, fn, &loops)) || changed;
}
