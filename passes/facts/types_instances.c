/* Context sensitivity: a function has an instance for each chain of calls that leads to it, with
 * places and registers of its own, so that what one caller hands over does not meet what another
 * one does. A question about a value is answered by all instances of its function together.
 *
 * The instances form the tree of direct calls below the function that is differentiated. Functions
 * that call themselves end a chain: the inner call is one of the instance that there is. When the
 * tree becomes too large, and for functions that are called through pointers or by the rest of the
 * program, there is one instance for all calls, `common`; constants and globals are in it as well.
 * That loses knowledge of where memory is apart, and nothing else. */
#include "base/limits.h"
#include "facts/types_state.h"

LIMIT(INSTANCES_GROWTH, 16);   /* times the instructions of the functions, */
LIMIT(INSTANCES_LEAST, 20000); /* and so many */

static struct instance *instance_new(struct types *t, LLVMValueRef fn, struct instance *caller)
{
    struct instance *i = ARENA_NEW(t->arena, struct instance);
    *i = (struct instance){.fn = fn, .caller = caller};
    map_init(&i->places, t->arena);
    map_init(&i->registers, t->arena);
    map_init(&i->callees, t->arena);
    map_init(&i->passed, t->arena);
    return i;
}

static struct instance_list *list_of(struct types *t, LLVMValueRef fn)
{
    struct instance_list *list = map_get(&t->instances_of, fn);
    if (list)
        return list;
    list = ARENA_NEW(t->arena, struct instance_list);
    map_put(&t->instances_of, fn, list);
    return list;
}

static struct instance *add_instance(struct types *t, LLVMValueRef fn, struct instance *caller)
{
    struct instance *i = instance_new(t, fn, caller);
    VEC_PUSH(t->arena, &t->instances, i);
    VEC_PUSH(t->arena, list_of(t, fn), i);
    t->graph.changed = true;
    return i;
}

/* The function is looked at in the instance for all calls, too. */
static void make_common(struct types *t, LLVMValueRef fn)
{
    struct instance_list *list = list_of(t, fn);
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i] == t->common)
            return;
    VEC_PUSH(t->arena, list, t->common);
    VEC_PUSH(t->arena, &t->common_fns, (struct common_function){.fn = fn});
    t->graph.changed = true;
}

void types_make_instances(struct types *t, LLVMValueRef top)
{
    map_init(&t->instances_of, t->arena);
    t->common = t->now = instance_new(t, NULL, NULL);
    for (unsigned i = 0; i < t->fn_count; i++) {
        t->instances_left += (uint64_t)types_instructions(t, t->fns[i]).count * INSTANCES_GROWTH;
        if (!top || map_get(&t->signatures, t->fns[i]))
            make_common(t, t->fns[i]);
    }
    if (t->instances_left < INSTANCES_LEAST)
        t->instances_left = INSTANCES_LEAST;
    if (top)
        add_instance(t, top, NULL);
}

static struct instance *find_callee(struct types *t, LLVMValueRef fn)
{
    for (struct instance *i = t->now; i; i = i->caller)
        if (i->fn == fn)
            return i;
    uint64_t size = types_instructions(t, fn).count;
    if (t->now != t->common && size <= t->instances_left) {
        t->instances_left -= size;
        return add_instance(t, fn, t->now);
    }
    make_common(t, fn);
    return t->common;
}

struct instance *types_callee(struct types *t, LLVMValueRef call, LLVMValueRef fn)
{
    if (!map_get(&t->fn_set, fn))
        return t->common;
    struct instance *callee = map_get(&t->now->callees, call);
    if (!callee)
        map_put(&t->now->callees, call, callee = find_callee(t, fn));
    return callee;
}

void types_visit_instances(struct types *t)
{
    for (unsigned i = 0; i < t->common_fns.count; i++) {
        struct visits visits = t->common_fns.items[i].visits; /* the list may move meanwhile */
        types_revisit_function(t, &visits, t->common_fns.items[i].fn);
        t->common_fns.items[i].visits = visits;
    }
    for (unsigned i = 0; i < t->instances.count; i++) {
        t->now = t->instances.items[i];
        types_revisit_function(t, &t->now->visits, t->now->fn);
        t->now = t->common;
    }
    for (unsigned i = 0; i < t->fn_count; i++)
        if (!list_of(t, t->fns[i])->count) /* nobody calls it directly */
            make_common(t, t->fns[i]);
}

struct instance_list types_instances_of(struct types *t, LLVMValueRef v)
{
    LLVMValueRef fn = LLVMIsAArgument(v)      ? LLVMGetParamParent(v)
                      : LLVMIsAInstruction(v) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(v))
                                              : NULL;
    const struct instance_list *list = fn ? map_get(&t->instances_of, fn) : NULL;
    return list && list->count ? *list : (struct instance_list){&t->common, 1, 1};
}

/* ---- what is asked when all is settled ------------------------------------------------------- */

static bool is_listed(const struct place_list *list, struct place p)
{
    for (unsigned i = 0; i < list->count; i++)
        if (types_places_equal(&p, &list->items[i]))
            return true;
    return false;
}

static const struct place_list *find_places(struct types *t, struct map *known, LLVMValueRef v,
                                            struct place find(struct types *, LLVMValueRef))
{
    struct place_list *list = map_get(known, v);
    struct instance_list instances = types_instances_of(t, v);
    if (list)
        return list;
    list = ARENA_NEW(t->arena, struct place_list);
    for (unsigned i = 0; i < instances.count; i++) {
        t->now = instances.items[i];
        struct place p = find(t, v);
        if (p.node != NO_NODE)
            p = graph_find(&t->graph, p);
        if (!is_listed(list, p))
            VEC_PUSH(t->arena, list, p);
    }
    t->now = t->common;
    map_put(known, v, list);
    return list;
}

const struct place_list *types_places_of(struct types *t, LLVMValueRef pointer)
{
    return find_places(t, &t->all_places, pointer, types_place_of);
}

struct query types_query(struct types *t, LLVMValueRef pointer)
{
    const struct place_list *list = types_places_of(t, pointer);
    return (struct query){t, list->items, list->count};
}

uint64_t types_accessed_size(struct types *t, LLVMValueRef access)
{
    LLVMValueRef value = LLVMIsAStoreInst(access)           ? LLVMGetOperand(access, 0)
                         : LLVMIsAAtomicCmpXchgInst(access) ? LLVMGetOperand(access, 1)
                                                            : access;
    return types_size(t, LLVMTypeOf(value));
}

struct query types_query_access(struct types *t, LLVMValueRef inst)
{
    struct query q = types_query(t, types_accessed_pointer(inst));
    unsigned access = types_tbaa_access_as(t, inst);
    uint64_t size = types_accessed_size(t, inst);
    if (!access)
        return q;
    struct place *starts = ARENA_ARRAY(t->arena, struct place, q.count);
    for (unsigned i = 0; i < q.count; i++) {
        starts[i] = q.starts[i];
        starts[i].access = access;
        if (starts[i].node < t->shelved)
            starts[i].access = types_access_at(t, &starts[i], size);
    }
    q.starts = starts;
    return q;
}

struct query types_query_register(struct types *t, LLVMValueRef v)
{
    const struct place_list *list = find_places(t, &t->all_registers, v, types_register_of);
    return (struct query){t, list->items, list->count};
}

struct query types_query_both(struct types *t, LLVMValueRef a, LLVMValueRef b)
{
    const struct place_list *p = types_places_of(t, a), *q = types_places_of(t, b);
    struct place_list *all = ARENA_NEW(t->arena, struct place_list);
    for (unsigned i = 0; i < p->count; i++)
        VEC_PUSH(t->arena, all, p->items[i]);
    for (unsigned i = 0; i < q->count; i++)
        VEC_PUSH(t->arena, all, q->items[i]);
    return (struct query){t, all->items, all->count};
}

uint64_t types_multiple_always(struct types *t, LLVMValueRef v, unsigned depth)
{
    struct instance_list instances = types_instances_of(t, v);
    uint64_t m = 0;
    for (unsigned i = 0; i < instances.count; i++) {
        t->now = instances.items[i];
        m = gcd_of(m, types_multiple(t, v, depth));
    }
    t->now = t->common;
    return m;
}
