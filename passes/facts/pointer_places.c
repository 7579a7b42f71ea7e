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

/* A global, or a variable on the stack. */
static bool is_variable(LLVMValueRef v)
{
    return (LLVMIsAGlobalVariable(v) && !LLVMIsGlobalConstant(v)) || LLVMIsAAllocaInst(v);
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* Values to look at, each of which comes up once. */
struct walk {
    struct pointer_root items[POINTER_STEPS];
    unsigned count;
    bool results; /* through calls to what they return */
};

static void walk_add(struct walk *w, LLVMValueRef v, int64_t offset)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->items[i].value == v)
            return;
    if (w->count < POINTER_STEPS)
        w->items[w->count++] = (struct pointer_root){v, offset};
}

/* What callers pass for the parameter. */
static void add_passed(struct walk *w, LLVMValueRef param, int64_t offset)
{
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned k = 0;
    while (LLVMGetParam(fn, k) != param)
        k++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && w->count < POINTER_STEPS; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && code_is_call(user) && LLVMGetCalledValue(user) == fn &&
            k < LLVMGetNumArgOperands(user))
            walk_add(w, LLVMGetOperand(user, k), offset);
    }
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
            walk_add(w, LLVMGetIncomingValue(v, k), ANY_OFFSET);
    else
        return false;
    return true;
}

static const root_list *roots_through(struct pointer_places *p, LLVMValueRef pointer, bool results)
{
    struct walk w = {.results = results};
    root_list *roots = map_get(&p->roots[results], pointer);
    if (roots)
        return roots;
    roots = ARENA_NEW(p->arena, root_list);
    map_put(&p->roots[results], pointer, roots);
    walk_add(&w, pointer, 0);
    for (unsigned i = 0; i < w.count; i++) {
        int64_t distance, offset = w.items[i].offset;
        LLVMValueRef v = ezb_underlying_object(w.items[i].value, ADDRESS_STEPS),
                     base = ezb_strip_const_offsets(p->module, w.items[i].value, &distance, 0);
        bool known = offset != ANY_OFFSET && v == base && offset + distance >= 0;
        offset = known ? offset + distance : ANY_OFFSET;
        if (!look_behind(&w, v, offset) && !LLVMIsNull(v) && !LLVMIsUndef(v))
            VEC_PUSH(p->arena, roots, ((struct pointer_root){code_variable(v), offset}));
    }
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
        if (q->variable == place.variable && q->offset == place.offset && q->behind == place.behind)
            return false;
    }
    VEC_PUSH(a, list, place);
    return true;
}

const struct pointer_place *place_list_find(const place_list *list, const struct pointer_place *p)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct pointer_place *q = &list->items[i];
        if (p->variable == q->variable && p->behind == q->behind &&
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
            if (is_variable(v))
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
        if (is_variable(r->value))
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
