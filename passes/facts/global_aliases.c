/* See global_aliases.h.
 *
 * Two sets of places are compared: those out of which the function loads pointers to numbers, and
 * those to which the program stores pointers into what is passed. That set grows while pointers are
 * found to be loaded from it and stored again elsewhere. */
#include "facts/global_aliases.h"
#include "base/map.h"
#include "ir/code.h"

struct global_aliases {
    const struct pointer_stores *program;
    struct arena *arena;
    struct pointer_places places; /* in the function, and of what is passed to it */
    place_list read;
    store_list stores; /* of the rest of the program, to what has to do with these */
    struct map asked;  /* what these are stored to, and the stores */
    struct map seen;   /* functions, and loads of pointers to numbers in them */
    struct map own;    /* functions whose stores do not count */
    VEC(LLVMValueRef) functions;
};

/* ---- what the function reads ----------------------------------------------------------------- */

static void enter(struct global_aliases *g, LLVMValueRef fn)
{
    if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || map_get(&g->seen, fn))
        return;
    map_put(&g->seen, fn, fn);
    map_put(&g->own, fn, fn);
    VEC_PUSH(g->arena, &g->functions, fn);
}

/* Numbers are, or may be, accessed through the pointer. Parameters come up where the function is
 * called. */
static void note_access(struct global_aliases *g, LLVMValueRef pointer)
{
    const place_list *from = pointer_places_of_value(&g->places, pointer);
    for (unsigned i = 0; i < from->count; i++)
        if (LLVMIsAGlobalVariable(from->items[i].variable))
            place_list_add(g->arena, &g->read, from->items[i]);
}

static void note_accesses(struct global_aliases *g, LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst) && !code_is_pointer(inst))
        note_access(g, LLVMGetOperand(inst, 0));
    if (LLVMIsAStoreInst(inst) && !code_is_pointer(LLVMGetOperand(inst, 0)))
        note_access(g, LLVMGetOperand(inst, 1));
    if (!code_is_call(inst))
        return;
    enter(g, LLVMGetCalledValue(inst));
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        if (LLVMIsAFunction(o))
            enter(g, o);
        else if (code_is_pointer(o))
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

/* ---- where the program keeps what is passed -------------------------------------------------- */

static bool is_new(struct global_aliases *g, const void *what)
{
    bool is = !map_get(&g->asked, what);
    if (is)
        map_put(&g->asked, what, g);
    return is;
}

static void ask(struct global_aliases *g, LLVMValueRef object)
{
    const store_list *to = is_new(g, object) ? pointer_stores_of(g->program, object) : NULL;
    for (unsigned i = 0; to && i < to->count; i++)
        if (!map_get(&g->own, to->items[i]->function) && is_new(g, to->items[i]))
            VEC_PUSH(g->arena, &g->stores, to->items[i]);
}

/* Stores to what the function reads, to blocks that are stored there, and to where what is stored
 * there was loaded from. */
static void list_stores(struct global_aliases *g)
{
    for (unsigned i = 0; i < g->read.count; i++)
        ask(g, g->read.items[i].variable);
    for (unsigned i = 0; i < g->stores.count; i++) {
        const struct pointer_store *s = g->stores.items[i];
        for (unsigned k = 0; k < s->value->count; k++)
            ask(g, s->value->items[k].value);
        for (unsigned k = 0; k < s->from->count; k++)
            ask(g, s->from->items[k].variable);
    }
}

struct global_aliases *global_aliases_of(struct arena *a, const struct pointer_stores *program,
                                         LLVMModuleRef m, LLVMValueRef prepared,
                                         LLVMValueRef original)
{
    struct global_aliases *g = ARENA_NEW(a, struct global_aliases);
    g->program = program, g->arena = a;
    pointer_places_init(&g->places, m, a);
    map_init(&g->seen, a);
    map_init(&g->own, a);
    map_init(&g->asked, a);
    find_own(g, original);
    enter(g, prepared);
    for (unsigned next = 0; next < g->functions.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->functions.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                note_accesses(g, i);
    list_stores(g);
    return g;
}

/* Pointers into one object, or block of the program's. */
struct search {
    struct global_aliases *g;
    const root_list *objects; /* that they lead into */
    place_list kept;          /* where they are */
    root_list holders;        /* blocks that have some, and where */
};

static bool is_among(const root_list *list, LLVMValueRef v)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].value == v)
            return true;
    return false;
}

/* One of these pointers is, or may be, what is stored. */
static bool is_into_objects(const struct search *s, const struct pointer_store *store)
{
    for (unsigned i = 0; i < store->value->count; i++)
        if (is_among(s->objects, store->value->items[i].value))
            return true;
    for (unsigned i = 0; i < store->from->count; i++)
        if (place_list_find(&s->kept, &store->from->items[i]))
            return true;
    return false;
}

static bool add_holder(struct search *s, struct pointer_root block)
{
    for (unsigned i = 0; i < s->holders.count; i++)
        if (s->holders.items[i].value == block.value && s->holders.items[i].offset == block.offset)
            return false;
    VEC_PUSH(s->g->arena, &s->holders, block);
    return true;
}

/* What is put into these blocks others lead to. */
static bool add_holders(struct search *s, const root_list *blocks)
{
    bool added = false;
    for (unsigned i = 0; i < blocks->count; i++)
        added |= add_holder(s, blocks->items[i]);
    return added;
}

static bool add_kept(struct search *s, const place_list *at)
{
    bool added = false;
    for (unsigned i = 0; i < at->count; i++)
        added |= place_list_add(s->g->arena, &s->kept, at->items[i]);
    return added;
}

/* A block that has such pointers is put behind a global itself. */
static bool add_held(struct search *s, const struct pointer_store *store)
{
    bool added = false;
    for (unsigned i = 0; i < s->holders.count; i++) {
        struct pointer_root block = s->holders.items[i];
        if (!is_among(store->value, block.value))
            continue;
        for (unsigned k = 0; k < store->at->count; k++) {
            struct pointer_place p = {store->at->items[k].variable, block.offset, true};
            added |= place_list_add(s->g->arena, &s->kept, p);
        }
        added |= add_holders(s, &store->blocks);
    }
    return added;
}

static void follow_stores(struct search *s)
{
    bool added;
    do {
        added = false;
        for (unsigned i = 0; i < s->g->stores.count; i++) {
            const struct pointer_store *store = s->g->stores.items[i];
            if (is_into_objects(s, store))
                added |= add_kept(s, store->at) | add_holders(s, &store->blocks);
            added |= add_held(s, store);
        }
    } while (added);
}

bool global_aliases_find(struct global_aliases *g, LLVMValueRef passed, LLVMValueRef *global)
{
    struct search s = {.g = g, .objects = pointer_roots_of_value(&g->places, passed)};
    add_kept(&s, pointer_places_of_value(&g->places, passed));
    unsigned own = s.kept.count;
    follow_stores(&s);
    for (unsigned i = own; i < s.kept.count; i++) {
        const struct pointer_place *p = place_list_find(&g->read, &s.kept.items[i]);
        if (!p)
            continue;
        *global = p->variable;
        return true;
    }
    return false;
}
