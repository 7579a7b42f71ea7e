/* See global_aliases.h.
 *
 * A place is where a pointer is kept: a global and an offset in it, or an offset in some block that
 * pointers in the global lead to. Two sets of places are compared: those out of which the function
 * loads pointers to numbers, and those to which the program stores pointers into what is passed.
 * That set grows while pointers are found to be loaded from it and stored again elsewhere. Pointers
 * that are copied as bytes, or go through integers, are not followed. */
#include "facts/global_aliases.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/code.h"

/* What is found in so many steps counts, and no more: nothing rests on finding all. */
enum { STEPS_MAX = 64 };
enum { ANY_OFFSET = -1 };

/* What a pointer is based on, through parameters of functions, and how far from there it leads. */
struct root {
    LLVMValueRef value;
    int64_t offset; /* or ANY_OFFSET */
};
typedef VEC(struct root) root_list;

struct place {
    LLVMValueRef variable; /* a global or, of callers, on the stack */
    int64_t offset;        /* or ANY_OFFSET */
    bool behind;           /* in a block, not in the variable itself */
};
typedef VEC(struct place) place_list;

/* The program stores a pointer: what it leads to, and where it is put. */
struct stored {
    const root_list *value, *at;
};

struct global_aliases {
    LLVMModuleRef module;
    struct arena *arena;
    place_list read;
    VEC(struct stored) stores; /* all in the program */
    bool listed;               /* they are */
    struct map seen;           /* functions, and loads of pointers to numbers in them */
    struct map own;            /* functions whose stores do not count */
    struct map roots[2];       /* pointer -> root_list *, without and with results of functions */
    struct map places;         /* load -> place_list *, out of which it gets a pointer */
    VEC(LLVMValueRef) functions;
};

static bool is_pointer(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_call(LLVMValueRef v)
{
    return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
}

/* A global, or a variable on the stack. */
static bool is_variable(LLVMValueRef v)
{
    return (LLVMIsAGlobalVariable(v) && !LLVMIsGlobalConstant(v)) || LLVMIsAAllocaInst(v);
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* Values to look at, each of which comes up once. */
struct walk {
    struct root items[STEPS_MAX];
    unsigned count;
    bool results; /* through calls to what they return */
};

static void walk_add(struct walk *w, LLVMValueRef v, int64_t offset)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->items[i].value == v)
            return;
    if (w->count < STEPS_MAX)
        w->items[w->count++] = (struct root){v, offset};
}

/* What callers pass for the parameter. */
static void add_passed(struct walk *w, LLVMValueRef param, int64_t offset)
{
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned k = 0;
    while (LLVMGetParam(fn, k) != param)
        k++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && w->count < STEPS_MAX; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && is_call(user) && LLVMGetCalledValue(user) == fn &&
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

static LLVMValueRef body_of(LLVMValueRef v)
{
    LLVMValueRef fn = is_call(v) ? LLVMGetCalledValue(v) : NULL;
    return fn && LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? fn : NULL;
}

/* Looks behind the pointer; false: it is a root. */
static bool look_behind(struct walk *w, LLVMValueRef v, int64_t offset)
{
    if (LLVMIsAArgument(v))
        add_passed(w, v, offset);
    else if (w->results && body_of(v))
        add_results(w, body_of(v), offset);
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

static const root_list *roots_through(struct global_aliases *g, LLVMValueRef pointer, bool results)
{
    struct walk w = {.results = results};
    root_list *roots = map_get(&g->roots[results], pointer);
    if (roots)
        return roots;
    roots = ARENA_NEW(g->arena, root_list);
    map_put(&g->roots[results], pointer, roots);
    walk_add(&w, pointer, 0);
    for (unsigned i = 0; i < w.count; i++) {
        int64_t distance, offset = w.items[i].offset;
        LLVMValueRef v = ezb_underlying_object(w.items[i].value, ADDRESS_STEPS),
                     base = ezb_strip_const_offsets(g->module, w.items[i].value, &distance, 0);
        bool known = offset != ANY_OFFSET && v == base && offset + distance >= 0;
        offset = known ? offset + distance : ANY_OFFSET;
        if (!look_behind(&w, v, offset) && !LLVMIsNull(v) && !LLVMIsUndef(v))
            VEC_PUSH(g->arena, roots, ((struct root){code_variable(v), offset}));
    }
    return roots;
}

/* Of an address: the function may return one that is known. */
static const root_list *roots_of_address(struct global_aliases *g, LLVMValueRef address)
{
    return roots_through(g, address, true);
}

/* Of what is stored, or passed: each call gives something else, as an allocation does. */
static const root_list *roots_of_value(struct global_aliases *g, LLVMValueRef value)
{
    return roots_through(g, value, false);
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool add_place(struct global_aliases *g, place_list *list, struct place p)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].variable == p.variable && list->items[i].offset == p.offset &&
            list->items[i].behind == p.behind)
            return false;
    VEC_PUSH(g->arena, list, p);
    return true;
}

static const struct place *find_meeting(const place_list *list, const struct place *p)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct place *q = &list->items[i];
        if (p->variable == q->variable && p->behind == q->behind &&
            (p->offset == q->offset || p->offset == ANY_OFFSET || q->offset == ANY_OFFSET))
            return q;
    }
    return NULL;
}

/* The variables that lead to where the load gets a pointer, through any number of blocks. */
static void add_behind(struct global_aliases *g, LLVMValueRef load, int64_t offset,
                       place_list *list)
{
    LLVMValueRef loads[STEPS_MAX] = {load};
    for (unsigned i = 0, count = 1; i < count; i++) {
        const root_list *from = roots_of_address(g, LLVMGetOperand(loads[i], 0));
        for (unsigned k = 0; k < from->count; k++) {
            LLVMValueRef v = from->items[k].value;
            unsigned at = 0;
            if (is_variable(v))
                add_place(g, list, (struct place){v, offset, true});
            while (at < count && loads[at] != v)
                at++;
            if (at == count && count < STEPS_MAX && LLVMIsALoadInst(v))
                loads[count++] = v;
        }
    }
}

/* The places that an address may be one of; true if there are new ones. */
static bool add_places(struct global_aliases *g, const root_list *at, place_list *list)
{
    unsigned before = list->count;
    for (unsigned i = 0; i < at->count; i++) {
        const struct root *r = &at->items[i];
        if (is_variable(r->value))
            add_place(g, list, (struct place){r->value, r->offset, false});
        else if (LLVMIsALoadInst(r->value))
            add_behind(g, r->value, r->offset, list);
    }
    return list->count != before;
}

/* Where the load gets a pointer. */
static const place_list *places_of(struct global_aliases *g, LLVMValueRef load)
{
    place_list *list = map_get(&g->places, load);
    if (list)
        return list;
    list = ARENA_NEW(g->arena, place_list);
    map_put(&g->places, load, list);
    add_places(g, roots_of_address(g, LLVMGetOperand(load, 0)), list);
    return list;
}

/* ---- what the function reads ----------------------------------------------------------------- */

static void enter(struct global_aliases *g, LLVMValueRef fn)
{
    if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || map_get(&g->seen, fn))
        return;
    map_put(&g->seen, fn, fn);
    VEC_PUSH(g->arena, &g->functions, fn);
}

/* Numbers are, or may be, accessed through the pointer. Parameters come up where the function is
 * called. */
static void note_access(struct global_aliases *g, LLVMValueRef pointer)
{
    const root_list *roots = roots_of_value(g, pointer);
    for (unsigned i = 0; i < roots->count; i++) {
        if (!LLVMIsALoadInst(roots->items[i].value))
            continue;
        const place_list *from = places_of(g, roots->items[i].value);
        for (unsigned k = 0; k < from->count; k++)
            if (LLVMIsAGlobalVariable(from->items[k].variable))
                add_place(g, &g->read, from->items[k]);
    }
}

static void note_accesses(struct global_aliases *g, LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst) && !is_pointer(inst))
        note_access(g, LLVMGetOperand(inst, 0));
    if (LLVMIsAStoreInst(inst) && !is_pointer(LLVMGetOperand(inst, 0)))
        note_access(g, LLVMGetOperand(inst, 1));
    if (!is_call(inst))
        return;
    enter(g, LLVMGetCalledValue(inst));
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        if (LLVMIsAFunction(o))
            enter(g, o);
        else if (is_pointer(o))
            note_access(g, o);
    }
}

/* The functions that fn calls, or has the addresses of, and itself. */
static void find_own(struct global_aliases *g, LLVMValueRef fn)
{
    VEC(LLVMValueRef) work = {0};
    map_put(&g->own, fn, fn);
    VEC_PUSH(g->arena, &work, fn);
    for (unsigned next = 0; next < work.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(work.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
                    LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
                    if (!o || !LLVMIsAFunction(o) || map_get(&g->own, o))
                        continue;
                    map_put(&g->own, o, o);
                    VEC_PUSH(g->arena, &work, o);
                }
}

struct global_aliases *global_aliases_of(struct arena *a, LLVMModuleRef m, LLVMValueRef prepared,
                                         LLVMValueRef original)
{
    struct global_aliases *g = ARENA_NEW(a, struct global_aliases);
    g->module = m, g->arena = a;
    map_init(&g->seen, a);
    map_init(&g->own, a);
    map_init(&g->roots[0], a);
    map_init(&g->roots[1], a);
    map_init(&g->places, a);
    find_own(g, original);
    enter(g, prepared);
    for (unsigned next = 0; next < g->functions.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->functions.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                note_accesses(g, i);
    return g;
}

/* ---- where the program keeps what is passed -------------------------------------------------- */

static bool is_own(const struct global_aliases *g, LLVMValueRef fn)
{
    return map_get(&g->own, fn) || map_get(&g->seen, fn);
}

static void list_stores(struct global_aliases *g)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(g->module); fn && !g->listed;
         fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = is_own(g, fn) ? NULL : LLVMGetFirstBasicBlock(fn); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsAStoreInst(i) && is_pointer(LLVMGetOperand(i, 0)))
                    VEC_PUSH(g->arena, &g->stores,
                             ((struct stored){roots_of_value(g, LLVMGetOperand(i, 0)),
                                              roots_of_address(g, LLVMGetOperand(i, 1))}));
    g->listed = true;
}

/* Pointers into one object, or block of the program's. */
struct search {
    struct global_aliases *g;
    const root_list *objects; /* that they lead into */
    place_list kept;          /* where they are */
    root_list holders;        /* blocks that have some, and where */
};

static bool add_root(struct global_aliases *g, root_list *list, struct root r)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].value == r.value && list->items[i].offset == r.offset)
            return false;
    VEC_PUSH(g->arena, list, r);
    return true;
}

static bool is_among(const root_list *list, LLVMValueRef v)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].value == v)
            return true;
    return false;
}

/* One of these pointers is, or may be, what is stored. */
static bool is_into_objects(struct search *s, const root_list *value)
{
    for (unsigned i = 0; i < value->count; i++) {
        LLVMValueRef v = value->items[i].value;
        if (is_among(s->objects, v))
            return true;
        const place_list *from = LLVMIsALoadInst(v) ? places_of(s->g, v) : NULL;
        for (unsigned k = 0; from && k < from->count; k++)
            if (find_meeting(&s->kept, &from->items[k]))
                return true;
    }
    return false;
}

/* What is put there is in a block that others lead to. */
static bool add_holders(struct search *s, const root_list *at)
{
    bool added = false;
    for (unsigned i = 0; i < at->count; i++)
        if (is_call(at->items[i].value))
            added |= add_root(s->g, &s->holders, at->items[i]);
    return added;
}

/* A block that has such pointers is put behind a global itself. */
static bool add_held(struct search *s, const struct stored *store)
{
    bool added = false;
    for (unsigned i = 0; i < s->holders.count; i++) {
        place_list at = {0};
        if (!is_among(store->value, s->holders.items[i].value))
            continue;
        add_places(s->g, store->at, &at);
        for (unsigned k = 0; k < at.count; k++)
            added |=
                add_place(s->g, &s->kept,
                          (struct place){at.items[k].variable, s->holders.items[i].offset, true});
        added |= add_holders(s, store->at);
    }
    return added;
}

static void follow_stores(struct search *s)
{
    bool added;
    do {
        added = false;
        for (unsigned i = 0; i < s->g->stores.count; i++) {
            const struct stored *store = &s->g->stores.items[i];
            if (is_into_objects(s, store->value))
                added |= add_places(s->g, store->at, &s->kept) | add_holders(s, store->at);
            added |= add_held(s, store);
        }
    } while (added);
}

/* Where the program has what is passed, before that is followed. */
static void add_own_places(struct search *s)
{
    for (unsigned i = 0; i < s->objects->count; i++) {
        LLVMValueRef v = s->objects->items[i].value;
        const place_list *from = LLVMIsALoadInst(v) ? places_of(s->g, v) : NULL;
        for (unsigned k = 0; from && k < from->count; k++)
            add_place(s->g, &s->kept, from->items[k]);
    }
}

bool global_aliases_find(struct global_aliases *g, LLVMValueRef passed, LLVMValueRef *global)
{
    struct search s = {.g = g};
    if (!g->read.count)
        return false;
    list_stores(g);
    s.objects = roots_of_value(g, passed);
    add_own_places(&s);
    unsigned own = s.kept.count;
    follow_stores(&s);
    for (unsigned i = own; i < s.kept.count; i++) {
        const struct place *p = find_meeting(&g->read, &s.kept.items[i]);
        if (!p)
            continue;
        *global = p->variable;
        return true;
    }
    return false;
}
