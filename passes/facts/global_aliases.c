/* See global_aliases.h.
 *
 * Two sets of places are compared: those out of which the function loads pointers to numbers, and
 * those to which the program stores pointers into what is passed. That set grows while pointers are
 * found to be loaded from it and stored again elsewhere. */
#include "facts/global_aliases.h"
#include "base/map.h"
#include "facts/activity.h"
#include "facts/heap_globals.h"
#include "facts/types.h"
#include "ir/code.h"

struct global_aliases {
    struct pointer_stores *program;
    struct types *types;
    struct arena *arena;
    struct pointer_places places;     /* in the function */
    place_list read;                  /* out of globals; later of the copy of the program, */
    VEC(LLVMValueRef) read_variables; /* which are these of the program itself */
    store_list stores;                /* of the rest of the program, to what has to do with these */
    struct map asked;                 /* what these are stored to, and the stores */
    struct map seen;                  /* functions, and loads of pointers to numbers in them */
    struct map own;                   /* functions whose stores do not count */
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
        if (LLVMIsAGlobalVariable(from->items[i].object))
            place_list_add(g->arena, &g->read, from->items[i]);
}

static bool is_number(struct global_aliases *g, LLVMValueRef access, LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    return fp || (!ptr && (types_access_of_number(g->types, access) ||
                           types_access_unknown(g->types, access)));
}

static void note_accesses(struct global_aliases *g, LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst) && is_number(g, inst, LLVMTypeOf(inst)))
        note_access(g, LLVMGetOperand(inst, 0));
    if (LLVMIsAStoreInst(inst) && is_number(g, inst, LLVMTypeOf(LLVMGetOperand(inst, 0))))
        note_access(g, LLVMGetOperand(inst, 1));
    if (!code_is_call(inst))
        return;
    bool entered = code_called_body(inst) != NULL;
    enter(g, LLVMGetCalledValue(inst));
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        if (LLVMIsAFunction(o))
            enter(g, o);
        else if (code_is_pointer(o) && !entered && types_leads_to_numbers(g->types, o))
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
        ask(g, g->read.items[i].object);
    for (unsigned i = 0; i < g->stores.count; i++) {
        const struct pointer_store *s = g->stores.items[i];
        for (unsigned k = 0; k < s->value->count; k++)
            ask(g, s->value->items[k].value);
        for (unsigned k = 0; k < s->from->count; k++)
            ask(g, s->from->items[k].object);
        for (unsigned k = 0; s->copied && k < s->copied->count; k++)
            ask(g, s->copied->items[k].object);
    }
}

struct global_aliases *global_aliases_of(struct arena *a, struct types *types, LLVMModuleRef m,
                                         LLVMValueRef prepared, LLVMValueRef original)
{
    struct global_aliases *g = ARENA_NEW(a, struct global_aliases);
    g->types = types, g->arena = a;
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
    return g;
}

void global_aliases_in(struct global_aliases *g, struct pointer_stores *program)
{
    g->program = program;
    for (unsigned i = 0; i < g->read.count; i++) {
        LLVMValueRef global = g->read.items[i].object;
        VEC_PUSH(g->arena, &g->read_variables, global);
        g->read.items[i].object = map_get(&program->copy->copies, global);
    }
    list_stores(g);
}

/* Pointers into some objects, or blocks. */
struct search {
    struct global_aliases *g;
    root_list objects; /* that they lead into, and what was loaded as such pointers */
    place_list kept;   /* where they are */
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
        if (is_among(&s->objects, store->value->items[i].value))
            return true;
    for (unsigned i = 0; i < store->from->count; i++)
        if (place_list_find(&s->kept, &store->from->items[i]))
            return true;
    return false;
}

static bool add_kept(struct search *s, const place_list *at)
{
    bool added = false;
    for (unsigned i = 0; i < at->count; i++)
        added |= place_list_add(s->g->arena, &s->kept, at->items[i]);
    return added;
}

/* A block that has such pointers is put behind a global itself. */
static bool add_holding(struct search *s, const struct pointer_store *store)
{
    bool added = false;
    for (unsigned i = 0; i < s->kept.count; i++) {
        struct pointer_place p = s->kept.items[i];
        if (p.behind || !is_among(store->value, p.object))
            continue;
        for (unsigned k = 0; k < store->at->count; k++)
            added |=
                place_list_add(s->g->arena, &s->kept,
                               (struct pointer_place){store->at->items[k].object, p.offset, true});
    }
    return added;
}

/* Bytes are copied from where such pointers are, or near: nobody looks at how many. */
static bool add_copies(struct search *s, const struct pointer_store *store)
{
    bool added = false;
    for (unsigned i = 0; store->copied && i < store->copied->count; i++) {
        struct pointer_place from = store->copied->items[i];
        from.offset = ANY_OFFSET;
        if (place_list_find(&s->kept, &from))
            added |= add_kept(s, store->at);
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
                added |= add_kept(s, store->at);
            added |= add_holding(s, store) | add_copies(s, store);
        }
    } while (added);
}

/* `further`: the pointer leads so much further, or at ANY_OFFSET. */
static bool add_object(struct search *s, struct pointer_root r, int64_t further)
{
    bool exact = r.offset != ANY_OFFSET && further != ANY_OFFSET;
    if (LLVMIsAGlobalVariable(r.value) && LLVMIsGlobalConstant(r.value)) /* has no derivative */
        return false;
    r.offset = exact ? r.offset + further : ANY_OFFSET;
    for (unsigned i = 0; i < s->objects.count; i++) {
        struct pointer_root *known = &s->objects.items[i];
        if (known->value != r.value)
            continue;
        bool added = known->offset != r.offset && known->offset != ANY_OFFSET;
        known->offset = added ? ANY_OFFSET : known->offset;
        return added;
    }
    VEC_PUSH(s->g->arena, &s->objects, r);
    return true;
}

/* What has been stored where the object, a pointer that was loaded, may come from. */
static bool add_loaded(struct search *s, struct pointer_root object)
{
    struct pointer_places *places = &s->g->program->places;
    const place_list *from =
        LLVMIsALoadInst(object.value)
            ? pointer_places_of_address(places, LLVMGetOperand(object.value, 0))
            : NULL;
    bool added = false;
    for (unsigned i = 0; from && i < from->count; i++) {
        const store_list *to = pointer_stores_of(s->g->program, from->items[i].object);
        for (unsigned k = 0; to && k < to->count; k++) {
            const struct pointer_store *store = to->items[k];
            if (!place_list_find(store->at, &from->items[i]))
                continue;
            s->objects.partial |= store->value->partial;
            for (unsigned n = 0; n < store->value->count; n++)
                added |= add_object(s, store->value->items[n], object.offset);
            added |= add_kept(s, store->from);
        }
    }
    return added;
}

/* The pointer leads into these objects, and into what may have been loaded as them. */
static void add_objects(struct search *s, const root_list *roots)
{
    bool added = false;
    s->objects.partial |= roots->partial;
    for (unsigned i = 0; i < roots->count; i++)
        added |= add_object(s, roots->items[i], 0);
    while (added) {
        added = false;
        for (unsigned i = 0; i < s->objects.count; i++)
            added |= add_loaded(s, s->objects.items[i]);
    }
}

/* ---- blocks of the heap ---------------------------------------------------------------------- */

/* The program stores pointers at the place, where nothing else is to begin with. */
static bool is_set(struct pointer_stores *program, const struct pointer_place *p)
{
    const store_list *to = pointer_stores_of(program, p->object);
    LLVMValueRef init = LLVMIsAGlobalVariable(p->object) ? LLVMGetInitializer(p->object) : NULL;
    bool stored = false;
    for (unsigned i = 0; to && i < to->count; i++)
        stored |= place_list_find(to->items[i]->at, p) != NULL;
    return stored && (!init || LLVMIsNull(init));
}

/* The pointer was loaded, and all that may lie there has been stored there by the program. */
static bool is_resolved(const struct search *s, LLVMValueRef load)
{
    struct pointer_stores *program = s->g->program;
    if (!LLVMIsALoadInst(load))
        return false;
    const place_list *from = pointer_places_of_address(&program->places, LLVMGetOperand(load, 0));
    for (unsigned i = 0; i < from->count; i++)
        if (!is_set(program, &from->items[i]))
            return false;
    return from->count &&
           !pointer_roots_of_address(&program->places, LLVMGetOperand(load, 0))->partial;
}

static struct held_object object_of(const struct search *s, const struct pointer_root *r)
{
    const struct program_copy *copy = s->g->program->copy;
    const struct heap_globals heap = {.cx = copy->cx, .module = copy->module};
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(copy->module);
    struct held_object o = {.known = r->offset != ANY_OFFSET, .offset = r->offset};
    if (LLVMIsAGlobalVariable(r->value))
        o.bytes = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(r->value));
    else if (LLVMIsAAllocaInst(r->value) && LLVMIsAConstantInt(LLVMGetOperand(r->value, 0)))
        o.bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(r->value)) *
                  LLVMConstIntGetZExtValue(LLVMGetOperand(r->value, 0));
    else
        o.known &= code_is_call(r->value) && heap_is_block(&heap, r->value);
    return o;
}

static struct held_object both(struct held_object a, struct held_object b)
{
    a.known &= b.known && a.offset == b.offset && a.bytes == b.bytes;
    a.stored &= b.stored;
    return a;
}

/* What all the objects are. */
static struct held_object only_object(const struct search *s)
{
    struct held_object all = {.known = false};
    bool any = false;
    for (unsigned i = 0; i < s->objects.count; i++) {
        if (is_resolved(s, s->objects.items[i].value))
            continue;
        struct held_object o = object_of(s, &s->objects.items[i]);
        all = any ? both(all, o) : o;
        any = true;
    }
    all.known &= !s->objects.partial;
    all.stored = true;
    return all;
}

/* ---- what is met ----------------------------------------------------------------------------- */

/* All that the program puts into the global leads into objects whose shadows the call announces:
 * what they lead to has its shadow in theirs. */
static bool leads_only_to(struct global_aliases *g, LLVMValueRef global, const root_list *announced)
{
    const store_list *to = pointer_stores_of(g->program, global);
    bool all = to && announced;
    for (unsigned i = 0; all && i < to->count; i++) {
        struct search s = {.g = g};
        const struct pointer_place in = {global, ANY_OFFSET, false};
        if (!place_list_find(to->items[i]->at, &in))
            continue;
        add_objects(&s, to->items[i]->value);
        all = !s.objects.partial;
        for (unsigned k = 0; all && k < s.objects.count; k++)
            all = is_among(announced, s.objects.items[k].value) ||
                  is_resolved(&s, s.objects.items[k].value);
    }
    return all;
}

/* The globals whose pointers lead there, or to what these lead to. announced: may be NULL. */
static void find_behind_globals(struct search *s, const root_list *announced, global_set *out)
{
    follow_stores(s);
    for (unsigned i = 0; i < s->g->read.count; i++) {
        struct pointer_place p = s->g->read.items[i], in = {p.object, ANY_OFFSET, false};
        if (!place_list_find(&s->kept, &p) && !(p.behind && place_list_find(&s->kept, &in)))
            continue;
        if (!p.behind || !leads_only_to(s->g, p.object, announced))
            VEC_PUSH(s->g->arena, out, s->g->read_variables.items[i]);
    }
}

/* ---- what is passed leads to more ------------------------------------------------------------ */

/* What is stored at one offset from a pointer. */
struct content {
    int64_t offset; /* or ANY_OFFSET */
    struct search of;
};
typedef VEC(struct content) content_list;

static struct content *content_at(struct global_aliases *g, content_list *list, int64_t offset)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].offset == offset)
            return &list->items[i];
    VEC_PUSH(g->arena, list, ((struct content){offset, {.g = g}}));
    return &list->items[list->count - 1];
}

/* What is stored in the memory that bytes are copied from. */
static void add_copied(struct global_aliases *g, struct search *to, const place_list *from)
{
    for (unsigned i = 0; i < from->count; i++) {
        const store_list *stores = pointer_stores_of(g->program, from->items[i].object);
        for (unsigned k = 0; stores && k < stores->count; k++)
            add_objects(to, stores->items[k]->value);
    }
}

/* The store puts something at `at` into an object into which the pointer leads at `from`. */
static void add_content(struct global_aliases *g, content_list *list,
                        const struct pointer_store *store, const struct pointer_place *at,
                        int64_t from)
{
    bool exact = at->offset != ANY_OFFSET && from != ANY_OFFSET;
    if (exact && at->offset < from) /* the pointer leads behind that */
        return;
    struct content *c = content_at(g, list, exact ? at->offset - from : ANY_OFFSET);
    add_objects(&c->of, store->value);
    add_kept(&c->of, store->from);
    if (store->copied)
        add_copied(g, &c->of, store->copied);
    if (at->behind || !LLVMIsAGlobalVariable(at->object)) /* that is passed by name */
        place_list_add(g->arena, &c->of.kept, *at);
}

/* In the object, or in what pointers in it lead to. */
static void add_stored_in(struct global_aliases *g, content_list *list, LLVMValueRef object,
                          bool behind, int64_t from)
{
    const store_list *to = pointer_stores_of(g->program, object);
    for (unsigned i = 0; to && i < to->count; i++)
        for (unsigned k = 0; k < to->items[i]->at->count; k++) {
            const struct pointer_place *at = &to->items[i]->at->items[k];
            if (at->object == object && at->behind == behind)
                add_content(g, list, to->items[i], at, from);
        }
}

static content_list contents_of(struct global_aliases *g, const root_list *objects)
{
    content_list list = {0};
    for (unsigned i = 0; i < objects->count; i++) {
        LLVMValueRef v = objects->items[i].value;
        int64_t from = objects->items[i].offset;
        const place_list *lies =
            LLVMIsALoadInst(v)
                ? pointer_places_of_address(&g->program->places, LLVMGetOperand(v, 0))
                : NULL;
        add_stored_in(g, &list, v, false, from);
        for (unsigned k = 0; lies && k < lies->count; k++)
            add_stored_in(g, &list, lies->items[k].object, true, from);
    }
    return list;
}

/* A look at all that a pointer leads to, each object once: objects have pointers to themselves, and
 * a vector has three into one block. */
struct inside {
    struct global_aliases *g;
    root_list seen;
    root_list announced; /* of these: the objects that are passed, or held */
    held_list held;      /* met behind globals, and found when the call begins */
    struct global_alias *out;
};

/* The objects that have not been seen. */
static struct search unseen(const struct inside *in, const struct search *s)
{
    struct search rest = *s;
    rest.objects = (root_list){.partial = s->objects.partial};
    for (unsigned i = 0; i < s->objects.count; i++)
        if (!is_among(&in->seen, s->objects.items[i].value))
            VEC_PUSH(in->g->arena, &rest.objects, s->objects.items[i]);
    return rest;
}

/* `held`: when the call begins it can be found. New objects go to `next`. */
static void look_at(struct inside *in, const struct content *c, bool held, root_list *next)
{
    struct search s = unseen(in, &c->of);
    global_set met = {0};
    for (unsigned i = 0; i < s.objects.count; i++) {
        VEC_PUSH(in->g->arena, &in->seen, s.objects.items[i]);
        VEC_PUSH(in->g->arena, next, s.objects.items[i]);
    }
    struct search found = s;
    if (s.objects.count)
        find_behind_globals(&found, held ? NULL : &in->announced, &met);
    if (!met.count)
        return;
    in->out->global = met.items[0];
    in->out->hidden |= !held;
    if (!held)
        return;
    VEC_PUSH(in->g->arena, &in->held, ((struct held_pointer){.offset = c->offset}));
    for (unsigned i = 0; i < s.objects.count; i++)
        VEC_PUSH(in->g->arena, &in->announced, s.objects.items[i]);
}

/* What pointers in the objects lead to, and pointers in that, and so on. Where only the first of
 * these lie is known when the call begins. */
static void find_inside(struct inside *in, const root_list *objects)
{
    root_list at = *objects;
    for (unsigned depth = 0; at.count; depth++) {
        content_list list = contents_of(in->g, &at);
        root_list next = {0};
        for (unsigned others = 0; others < 2; others++)
            for (unsigned i = 0; i < list.count; i++) {
                const struct content *c = &list.items[i];
                bool held = !depth && c->offset != ANY_OFFSET && only_object(&c->of).known;
                if (held == !others)
                    look_at(in, c, held, &next);
            }
        at = next;
    }
}

/* ---- what a derivative call passes ----------------------------------------------------------- */

static struct search search_of(struct global_aliases *g, LLVMValueRef pointer)
{
    struct search s = {.g = g};
    add_objects(&s, pointer_roots_of_value(&g->program->places, pointer));
    add_kept(&s, pointer_places_of_value(&g->program->places, pointer));
    return s;
}

/* Like search_of, and what calls return is what functions return. */
static struct search wide_search_of(struct global_aliases *g, LLVMValueRef pointer)
{
    struct search s = search_of(g, pointer);
    add_objects(&s, pointer_roots_of_address(&g->program->places, pointer));
    return s;
}

/* What it leads into, or the pointer that lies there. */
static struct held_object find_held(struct global_aliases *g, LLVMValueRef pointer,
                                    const struct held_pointer *h)
{
    struct search s = h->itself ? search_of(g, pointer) : wide_search_of(g, pointer);
    content_list list = {0};
    if (h->itself)
        return only_object(&s);
    list = contents_of(g, &s.objects);
    for (unsigned i = 0; i < list.count; i++)
        if (list.items[i].offset == h->offset)
            return only_object(&list.items[i].of);
    return (struct held_object){.known = false};
}

typedef VEC(const struct passed_copy *) copy_list;

static copy_list copies_of(struct global_aliases *g, LLVMValueRef call, unsigned param)
{
    copy_list list = {0};
    for (unsigned i = 0; i < g->program->copy->passed.count; i++) {
        const struct passed_copy *passed = &g->program->copy->passed.items[i];
        if (passed->call == call && passed->param == param)
            VEC_PUSH(g->arena, &list, passed);
    }
    return list;
}

/* False if that is not known. Of the shadow it need not be. */
static bool add_held(struct global_aliases *g, const copy_list *copies, struct held_pointer h,
                     held_list *out)
{
    for (unsigned i = 0; i < copies->count; i++) {
        struct held_object primal = find_held(g, copies->items[i]->pointer, &h),
                           shadow = find_held(g, copies->items[i]->shadow, &h);
        h.primal = i ? both(h.primal, primal) : primal;
        h.shadow = i ? both(h.shadow, shadow) : shadow;
    }
    if (h.primal.known)
        VEC_PUSH(g->arena, out, h);
    return h.primal.known;
}

void global_aliases_find(struct global_aliases *g, LLVMValueRef call, unsigned param,
                         struct global_alias *out)
{
    copy_list copies = copies_of(g, call, param);
    global_set met = {0};
    struct inside in = {.g = g, .out = out};
    for (unsigned i = 0; i < copies.count; i++) {
        struct search around = wide_search_of(g, copies.items[i]->pointer), s = around;
        find_behind_globals(&s, NULL, &met);
        for (unsigned k = 0; k < around.objects.count; k++) {
            VEC_PUSH(g->arena, &in.seen, around.objects.items[k]);
            VEC_PUSH(g->arena, &in.announced, around.objects.items[k]);
        }
        find_inside(&in, &around.objects);
    }
    for (unsigned i = 0; i < in.held.count; i++) {
        in.held.items[i].param = param;
        out->hidden |= !add_held(g, &copies, in.held.items[i], &out->held);
    }
    if (met.count &&
        !add_held(g, &copies, (struct held_pointer){.param = param, .itself = true}, &out->held))
        out->passed = met;
    else if (met.count)
        out->global = met.items[0];
}

bool global_aliases_any(const struct global_aliases *g)
{
    return g->read.count != 0;
}
