/* Two versions of a function's loops where aliases stand against a cheap derivative.
 *
 * What a loop loads through one pointer and stores through another may be the same memory as far as
 * alias analysis knows: then the derivative keeps every value that is loaded. Where scalar
 * evolution bounds what is accessed through each pointer, the run decides, once in front of all
 * loops: in one version accesses are to objects that are apart (ir/scopes.h), the other is as it
 * was. The test is calls of enz.disjoint(p, low, high, q, low, high), one per pair of objects; in a
 * derivative they compare shadows as well. */
#include "base/bits.h"
#include "facts/limits.h"
#include "ir/scopes.h"
#include "prepare/loops/loops.h"
#include <string.h>

/* Instructions of a function that is worth it. */
LIMIT(VERSION_SIZE, 3000);
/* Objects that are told apart; the number of tests grows with its square. */
LIMIT(VERSION_OBJECTS, 8);
/* Objects that are looked at. */
LIMIT(OBJECTS_MAX, 64);

struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef last; /* of memset: points to its last byte; else NULL */
    uint64_t size;
    unsigned object;
    EzbLoop loop; /* innermost, or NULL */
    bool stores, floating;
};
struct object {
    LLVMValueRef base;
    bool needed; /* apart from another one, it helps */
};
struct versions {
    struct prepare *p;
    LLVMValueRef fn, at; /* in front of all loops: a terminator */
    VEC(struct access) accesses;
    VEC(struct object) objects;
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
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(base)))
        return false;
    if (LLVMIsAGlobalVariable(base))
        return !LLVMIsGlobalConstant(base);
    if (LLVMIsAAllocaInst(base) || (LLVMIsACallInst(base) && ezb_is_alloc(s->p->cx, base)))
        return false;
    return LLVMIsAArgument(base) ||
           (LLVMIsAInstruction(base) && ezb_dom_value(s->p->cx, base, s->at));
}

static unsigned object_number(struct versions *s, LLVMValueRef base)
{
    for (unsigned i = 0; i < s->objects.count; i++)
        if (s->objects.items[i].base == base)
            return i;
    if (s->objects.count == OBJECTS_MAX || !is_object(s, base))
        return MAP_NO_ID;
    VEC_PUSH(s->p->arena, &s->objects, ((struct object){.base = base}));
    return s->objects.count - 1;
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
    a.object = object_number(s, ezb_underlying_object(a.pointer, ADDRESS_STEPS));
    a.loop = ezb_loop_for(s->p->cx, LLVMGetInstructionParent(inst));
    if (a.object == MAP_NO_ID)
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
    a.object = object_number(s, ezb_underlying_object(a.pointer, ADDRESS_STEPS));
    a.loop = ezb_loop_for(s->p->cx, LLVMGetInstructionParent(inst));
    a.floating = is_floating(LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst));
    if (a.object != MAP_NO_ID)
        VEC_PUSH(s->p->arena, &s->accesses, a);
}

static void find_accesses(struct versions *s)
{
    LLVMBasicBlockRef front = LLVMGetInstructionParent(s->at);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b)) {
        if (b == front || !ezb_dom_block(s->p->cx, front, b))
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
        if (a->object != object)
            continue;
        pointers[n] = a->pointer, sizes[n++] = a->size;
        if (a->last)
            pointers[n] = a->last, sizes[n++] = a->size;
    }
    return ezb_access_bounds(s->p->cx, s->objects.items[object].base, pointers, sizes, n, s->at,
                             low, high);
}

/* ---- which objects ---- */

/* The loop that loads this also loads other elements of the object, as a stencil does: its adjoint
 * adds to neighbours, in any order if it is known to read none of them. */
static bool has_neighbour(const struct versions *s, const struct access *load)
{
    for (unsigned i = 0; i < s->accesses.count && load->floating; i++) {
        const struct access *other = &s->accesses.items[i];
        if (!other->stores && other->loop == load->loop && other->object == load->object &&
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
        store->object == load->object)
        return false;
    return (store->floating && store->loop == load->loop && has_neighbour(s, load)) ||
           ezb_may_alias_bases(s->p->cx, store->inst, s->objects.items[store->object].base,
                               load->inst, s->objects.items[load->object].base, 1);
}

static void find_needed(struct versions *s)
{
    struct object *objects = s->objects.items;
    for (unsigned i = 0; i < s->accesses.count; i++)
        for (unsigned k = 0; k < s->accesses.count; k++) {
            const struct access *a = &s->accesses.items[i], *b = &s->accesses.items[k];
            bool known = objects[a->object].needed && objects[b->object].needed;
            if (!known && should_be_apart(s, a, b))
                objects[a->object].needed = objects[b->object].needed = true;
        }
}

/* Numbers of the objects to tell apart; returns how many. */
static unsigned choose(struct versions *s, unsigned *chosen)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->objects.count && n < VERSION_OBJECTS; i++)
        if (s->objects.items[i].needed && bounds_of(s, i, NULL, NULL))
            chosen[n++] = i;
    return n;
}

/* Two of the chosen ones should be apart. */
static bool helps(const struct versions *s, const unsigned *chosen, unsigned n)
{
    struct bits set = bits_new(s->p->arena, s->objects.count);
    for (unsigned i = 0; i < n; i++)
        bits_set(&set, chosen[i]);
    for (unsigned i = 0; i < s->accesses.count; i++)
        for (unsigned k = 0; k < s->accesses.count; k++) {
            const struct access *a = &s->accesses.items[i], *b = &s->accesses.items[k];
            if (bits_get(&set, a->object) && bits_get(&set, b->object) && should_be_apart(s, a, b))
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
    LLVMTypeRef ptr = LLVMPointerTypeInContext(c, 0), i64 = LLVMInt64TypeInContext(c),
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
static LLVMValueRef test(struct versions *s, const unsigned *chosen, unsigned n)
{
    LLVMValueRef low[VERSION_OBJECTS], high[VERSION_OBJECTS], all = NULL,
                                                              fn = disjoint_function(s->p);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    for (unsigned i = 0; i < n; i++)
        bounds_of(s, chosen[i], &low[i], &high[i]);
    LLVMPositionBuilderBefore(b, s->at);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++) {
            LLVMValueRef args[] = {s->objects.items[chosen[i]].base, low[i], high[i],
                                   s->objects.items[chosen[k]].base, low[k], high[k]},
                         apart = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 6, "");
            all = all ? LLVMBuildAnd(b, all, apart, "") : apart;
        }
    LLVMDisposeBuilder(b);
    return all;
}

/* The accesses of the version that is there already say what they are to. */
static void mark(struct versions *s, const unsigned *chosen, unsigned n)
{
    LLVMContextRef c = LLVMGetModuleContext(s->p->module);
    LLVMMetadataRef domain = scopes_domain(c, scopes_objects), scopes[VERSION_OBJECTS];
    for (unsigned i = 0; i < n; i++)
        scopes[i] = scopes_new(c, domain);
    for (unsigned k = 0; k < s->accesses.count; k++)
        for (unsigned i = 0; i < n; i++)
            if (s->accesses.items[k].object == chosen[i])
                scopes_mark(s->p->arena, s->accesses.items[k].inst, scopes, n, i);
}

/* The pointers to last bytes, which nothing uses. */
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
    ezb_invalidate(s->p->cx, s->fn);
}

unsigned prepare_versions(struct prepare *p, LLVMValueRef fn)
{
    struct versions s = {.p = p, .fn = fn, .at = front_of_loops(p, fn)};
    unsigned chosen[VERSION_OBJECTS];
    if (!s.at || !may_copy(fn))
        return 0;
    find_accesses(&s);
    find_needed(&s);
    unsigned n = choose(&s, chosen);
    LLVMValueRef apart = helps(&s, chosen, n) ? test(&s, chosen, n) : NULL;
    forget_lasts(&s);
    if (!apart)
        return 0;
    ezb_version_from(p->cx, s.at, apart);
    mark(&s, chosen, n);
    return 1;
}
