/* See pointer_places.h. */
#include "facts/pointer_places.h"
#include "base/limits.h"
#include "ir/code.h"

void pointer_places_init(struct pointer_places *p, LLVMModuleRef m, struct arena *a)
{
    *p = (struct pointer_places){.module = m, .arena = a};
    map_init(&p->roots[0], a);
    map_init(&p->roots[1], a);
    map_init(&p->places, a);
    map_init(&p->sources, a);
}

/* Memory that pointers may be kept in: a global, a variable on the stack, or what a call returns.
 */
static bool is_object(LLVMValueRef v)
{
    return (LLVMIsAGlobalVariable(v) && !LLVMIsGlobalConstant(v)) || LLVMIsAAllocaInst(v) ||
           code_is_call(v);
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* Values to look at, each of which is there once, with its offset, if that is the same wherever it
 * comes up. */
struct walk {
    const struct pointer_places *places;
    struct pointer_root items[POINTER_STEPS];
    unsigned count;
    bool results; /* through calls to what they return */
    bool changed, partial;
};

static void walk_add(struct walk *w, LLVMValueRef v, int64_t offset)
{
    unsigned i = 0;
    while (i < w->count && w->items[i].value != v)
        i++;
    if (i == POINTER_STEPS) {
        w->partial = true;
        return;
    }
    bool is_new = i == w->count, differs = !is_new && w->items[i].offset != offset;
    if (is_new)
        w->items[w->count++] = (struct pointer_root){v, offset};
    w->changed |= is_new || (differs && w->items[i].offset != ANY_OFFSET);
    if (differs)
        w->items[i].offset = ANY_OFFSET;
}

static bool is_called_elsewhere(LLVMValueRef fn)
{
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static void add_passed_indirectly(struct walk *w, LLVMValueRef fn, unsigned param, int64_t offset)
{
    for (unsigned i = 0; i < w->places->indirect.count && w->count < POINTER_STEPS; i++) {
        LLVMValueRef call = w->places->indirect.items[i];
        if (LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(fn))
            walk_add(w, LLVMGetOperand(call, param), offset);
    }
}

/* What callers pass for the parameter. */
static void add_passed(struct walk *w, LLVMValueRef param, int64_t offset)
{
    LLVMValueRef fn = LLVMGetParamParent(param);
    bool taken = false;
    unsigned k = 0;
    while (LLVMGetParam(fn, k) != param)
        k++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && w->count < POINTER_STEPS; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool called =
            LLVMIsAInstruction(user) && code_is_call(user) && LLVMGetCalledValue(user) == fn;
        if (called && k < LLVMGetNumArgOperands(user))
            walk_add(w, LLVMGetOperand(user, k), offset);
        taken |= !called;
    }
    if (taken)
        add_passed_indirectly(w, fn, k, offset);
    w->partial |= taken || is_called_elsewhere(fn) || w->count == POINTER_STEPS;
}

static void add_results(struct walk *w, LLVMValueRef fn, int64_t offset)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end))
            walk_add(w, LLVMGetOperand(end, 0), offset);
    }
}

/* Looks behind the pointer; false: it is a root. */
static bool look_behind(struct walk *w, LLVMValueRef v, int64_t offset)
{
    if (LLVMIsAArgument(v))
        add_passed(w, v, offset);
    else if (w->results && code_called_body(v))
        add_results(w, code_called_body(v), offset);
    else if (LLVMIsASelectInst(v))
        for (unsigned k = 1; k < 3; k++)
            walk_add(w, LLVMGetOperand(v, k), offset);
    else if (LLVMIsAPHINode(v))
        for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
            walk_add(w, LLVMGetIncomingValue(v, k), offset);
    else
        return false;
    return true;
}

/* What the pointer is based on, and how far from there it is. */
static struct pointer_root base_of(struct pointer_places *p, struct pointer_root pointer)
{
    int64_t distance;
    LLVMValueRef v = ezb_underlying_object(pointer.value, ADDRESS_STEPS),
                 base = ezb_strip_const_offsets(p->module, pointer.value, &distance, 0);
    bool known = pointer.offset != ANY_OFFSET && v == base && pointer.offset + distance >= 0;
    return (struct pointer_root){v, known ? pointer.offset + distance : ANY_OFFSET};
}

static const root_list *roots_through(struct pointer_places *p, LLVMValueRef pointer, bool results)
{
    struct walk w = {.places = p, .results = results};
    root_list *roots = map_get(&p->roots[results], pointer);
    if (roots)
        return roots;
    roots = ARENA_NEW(p->arena, root_list);
    map_put(&p->roots[results], pointer, roots);
    walk_add(&w, pointer, 0);
    while (w.changed) {
        w.changed = false;
        roots->count = 0;
        for (unsigned i = 0; i < w.count; i++) {
            struct pointer_root r = base_of(p, w.items[i]);
            bool behind = look_behind(&w, r.value, r.offset);
            r.value = code_variable(r.value);
            if (!behind && !LLVMIsNull(r.value) && !LLVMIsUndef(r.value))
                VEC_PUSH(p->arena, roots, r);
        }
    }
    roots->partial = w.partial;
    return roots;
}

const root_list *pointer_roots_of_address(struct pointer_places *p, LLVMValueRef address)
{
    return roots_through(p, address, true);
}

const root_list *pointer_roots_of_value(struct pointer_places *p, LLVMValueRef value)
{
    return roots_through(p, value, false);
}

/* ---- places ---------------------------------------------------------------------------------- */

bool place_list_add(struct arena *a, place_list *list, struct pointer_place place)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct pointer_place *q = &list->items[i];
        if (q->object == place.object && q->offset == place.offset && q->behind == place.behind)
            return false;
    }
    VEC_PUSH(a, list, place);
    return true;
}

const struct pointer_place *place_list_find(const place_list *list, const struct pointer_place *p)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct pointer_place *q = &list->items[i];
        if (p->object == q->object && p->behind == q->behind &&
            (p->offset == q->offset || p->offset == ANY_OFFSET || q->offset == ANY_OFFSET))
            return q;
    }
    return NULL;
}

/* The variables that lead to where the load gets a pointer, through any number of blocks. */
static void add_behind(struct pointer_places *p, LLVMValueRef load, int64_t offset,
                       place_list *list)
{
    LLVMValueRef loads[POINTER_STEPS] = {load};
    for (unsigned i = 0, count = 1; i < count; i++) {
        const root_list *from = pointer_roots_of_address(p, LLVMGetOperand(loads[i], 0));
        for (unsigned k = 0; k < from->count; k++) {
            LLVMValueRef v = from->items[k].value;
            unsigned at = 0;
            if (is_object(v))
                place_list_add(p->arena, list, (struct pointer_place){v, offset, true});
            while (at < count && loads[at] != v)
                at++;
            if (at == count && count < POINTER_STEPS && LLVMIsALoadInst(v))
                loads[count++] = v;
        }
    }
}

static void add_places(struct pointer_places *p, const root_list *at, place_list *list)
{
    for (unsigned i = 0; i < at->count; i++) {
        const struct pointer_root *r = &at->items[i];
        if (is_object(r->value))
            place_list_add(p->arena, list, (struct pointer_place){r->value, r->offset, false});
        else if (LLVMIsALoadInst(r->value))
            add_behind(p, r->value, r->offset, list);
    }
}

const place_list *pointer_places_of_address(struct pointer_places *p, LLVMValueRef address)
{
    place_list *list = map_get(&p->places, address);
    if (list)
        return list;
    list = ARENA_NEW(p->arena, place_list);
    map_put(&p->places, address, list);
    add_places(p, pointer_roots_of_address(p, address), list);
    return list;
}

const place_list *pointer_places_of_value(struct pointer_places *p, LLVMValueRef value)
{
    place_list *list = map_get(&p->sources, value);
    if (list)
        return list;
    list = ARENA_NEW(p->arena, place_list);
    map_put(&p->sources, value, list);
    const root_list *roots = pointer_roots_of_value(p, value);
    for (unsigned i = 0; i < roots->count; i++) {
        LLVMValueRef v = roots->items[i].value;
        const place_list *from =
            LLVMIsALoadInst(v) ? pointer_places_of_address(p, LLVMGetOperand(v, 0)) : NULL;
        for (unsigned k = 0; from && k < from->count; k++)
            place_list_add(p->arena, list, from->items[k]);
    }
    return list;
}
