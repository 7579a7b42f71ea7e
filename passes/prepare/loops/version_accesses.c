/* See version_accesses.h. */
#include "prepare/loops/version_accesses.h"
#include "base/limits.h"
#include "base/target.h"
#include "ir/scopes.h"

/* Objects that are looked at, at most 64. */
LIMIT(OBJECTS_MAX, 64);
/* Pointers among which phis choose. */
LIMIT(POINTERS_MAX, 16);
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
        if (s->objects.items[i].base == base)
            return UINT64_C(1) << i;
    if (s->objects.count == OBJECTS_MAX || !is_object(s, base))
        return 0;
    struct object o = {.base = base};
    VEC_PUSH(s->p->arena, &s->objects, o);
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

/* ---- parts of objects ----
 *
 * A program may keep several arrays in one, as planes of n * n numbers: what a loop stores to one
 * of them is apart from what it stores to another, if the run finds that it is. */

/* From one iteration of a loop around to the next the pointer moves so far, up or down: rows of one
 * array. */
static bool is_step(struct versions *s, EzbScev pointer, EzbScev distance, EzbScev back)
{
    EzbScev start, step;
    EzbLoop l;
    for (; ezb_scev_is_addrec(s->p->cx, pointer, &l, &start, &step); pointer = start)
        if (step == distance || step == back)
            return true;
    return false;
}

/* How far two pointers are apart: the same in all iterations, and known only to the run. */
static bool is_other_part(struct versions *s, LLVMValueRef p, LLVMValueRef q, bool *same)
{
    EzbScev a = ezb_scev_of(s->p->cx, s->fn, p), b = ezb_scev_of(s->p->cx, s->fn, q),
            distance = a && b ? ezb_scev_minus(s->p->cx, s->fn, a, b) : NULL,
            back = a && b ? ezb_scev_minus(s->p->cx, s->fn, b, a) : NULL;
    int64_t bytes;
    *same = distance && ezb_scev_const(distance, &bytes);
    return distance && !*same && !is_step(s, a, distance, back) &&
           ezb_scev_can_expand_at(s->p->cx, distance, s->at);
}

enum { NO_PART = OBJECTS_MAX };

/* The part (an object) of `whole` that the access is to; NO_PART if that is not known. */
static unsigned part_of(struct versions *s, unsigned whole, const struct access *a)
{
    LLVMValueRef base = s->objects.items[whole].base;
    for (unsigned i = 0; i < s->objects.count; i++) {
        struct object *o = &s->objects.items[i];
        bool same = false;
        if (o->base != base || !o->part)
            continue;
        if (!is_other_part(s, a->pointer, o->part, &same) && !same)
            return NO_PART;
        if (same)
            return i;
    }
    if (s->objects.count == OBJECTS_MAX)
        return NO_PART;
    struct object o = {base, a->pointer};
    VEC_PUSH(s->p->arena, &s->objects, o);
    return s->objects.count - 1;
}

/* An object to several parts of which loops store becomes as many. */
static void split_object(struct versions *s, unsigned whole)
{
    unsigned n = s->accesses.count, first = s->objects.count;
    unsigned *part = ARENA_ARRAY(s->p->arena, unsigned, n), stored = NO_PART;
    bool known = true, several = false;
    for (unsigned i = 0; i < n && known; i++) {
        const struct access *a = &s->accesses.items[i];
        if (!(a->objects >> whole & 1))
            continue;
        part[i] = a->objects == UINT64_C(1) << whole && !a->last ? part_of(s, whole, a) : NO_PART;
        known = part[i] != NO_PART && a->floating;
        if (!a->stores || !known)
            continue;
        several |= stored != NO_PART && stored != part[i];
        stored = part[i];
    }
    if (!known || !several) {
        s->objects.count = first;
        return;
    }
    for (unsigned i = 0; i < n; i++)
        if (s->accesses.items[i].objects >> whole & 1)
            s->accesses.items[i].objects = UINT64_C(1) << part[i];
}

void versions_find_accesses(struct versions *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b)) {
        if (!has_versions(s, b))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            find_access(s, i);
    }
    for (unsigned i = 0, n = s->objects.count; i < n; i++)
        split_object(s, i);
}

/* ---- where they lie ---- */

bool versions_bounds(struct versions *s, unsigned object, LLVMValueRef *low, LLVMValueRef *high)
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
