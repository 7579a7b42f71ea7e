/* Memory whose bytes only the run can tell apart: the kind map follows it (runtime/kinds).
 *
 * An abstract location is tracked if floating-point values and pointers are accessed at the same
 * bytes (a union, or blocks of a pool), if a copy moves bytes of it that no evidence settles, if an
 * integer of unknown contents is loaded from it, if one is stored where numbers are, or if the run
 * chooses which of its bytes are those of a value (RULE_BYTE_SOURCES). All accesses to it have to
 * keep the tags right; so do those to every location that exchanges copies with it, however many
 * copies away. */
#include "base/team.h"
#include "facts/types_state.h"
#include "ir/code.h"
#include "rules/rules.h"
#include <string.h>

static bool is_accessed_as(const struct entry *e, unsigned kinds)
{
    return (e->kind & kinds) && e->level == LEVEL_ACCESS;
}

/* What else there is at bytes of floating-point values: kinds of which accesses say which one of
 * them is there, and others. */
struct kinds_over {
    unsigned in_turn, at_once;
};

static void add_kinds_over(const struct types *t, const struct shelf *s, const struct entry *value,
                           struct kinds_over *found)
{
    struct entry all = *value;
    all.access = 0;
    for (unsigned k = 0; k < s->count; k++) {
        const struct entry *e = &t->entries.items[s->first + k];
        bool part = types_accesses_part(e->access, value->access),
             integer = e->kind == ENTRY_INT && e->level != LEVEL_DECLARED && part;
        unsigned *kinds = part ? &found->in_turn : &found->at_once;
        if (!(*kinds & e->kind) && (is_accessed_as(e, ENTRY_PTR) || integer) &&
            types_entries_overlap(&all, e))
            *kinds |= e->kind;
    }
}

static struct kinds_over kinds_over_values(const struct types *t, unsigned node)
{
    const struct shelf *s = &t->shelves[node];
    struct kinds_over found = {0, 0};
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        if (is_accessed_as(e, ENTRY_FLOAT))
            add_kinds_over(t, s, e, &found);
    }
    return found;
}

/* Nobody but the derivative has the memory. */
static bool is_own(const struct types *t, unsigned node)
{
    return t->shared && !t->shared[node] && !team_starts_threads(t->module);
}

static unsigned kinds_in(const struct types *t, unsigned node)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < t->shelves[node].count; i++)
        kinds |= t->entries.items[t->shelves[node].first + i].kind;
    return kinds;
}

unsigned types_accessed(struct types *t, LLVMValueRef pointer)
{
    const struct place_list *list = types_places_of(t, pointer);
    unsigned kinds = 0;
    for (unsigned i = 0; i < list->count; i++)
        kinds |= list->items[i].node < t->shelved ? kinds_in(t, list->items[i].node) : 0;
    return (kinds & ENTRY_FLOAT ? TYPES_HAS_FLOAT : 0) | (kinds & ENTRY_PTR ? TYPES_HAS_PTR : 0);
}

bool copy_layout_has_untyped(const struct copy_layout *l)
{
    bool untyped = l->untyped || l->limit;
    for (unsigned i = 0; i < l->count; i++)
        untyped |= l->elems[i].kind == ELEM_UNTYPED;
    return untyped;
}

/* All that is tracked or not together: what a copy is between, and what one access reaches in
 * several instances of its function. */
struct tracker {
    struct types *t;
    VEC(const struct place_list *) together;
    VEC(struct query) copies;
};

static bool is_tracked(const struct types *t, const struct place *p, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (p[i].node < t->shelved && t->tracked[p[i].node])
            return true;
    return false;
}

/* Because of the instruction; NULL: of what else is tracked. False if nothing is new. */
static bool track(struct types *t, const struct place *p, unsigned count, LLVMValueRef because)
{
    bool new = false;
    for (unsigned i = 0; i < count; i++)
        if (p[i].node < t->shelved && !t->tracked[p[i].node]) {
            new = t->tracked[p[i].node] = true;
            t->tracked_because[p[i].node] = because;
        }
    return new;
}

static void track_memory(struct tracker *k, LLVMValueRef pointer, LLVMValueRef because)
{
    const struct place_list *list = types_places_of(k->t, pointer);
    track(k->t, list->items, list->count, because);
}

static void visit_copy(struct tracker *k, LLVMValueRef inst, const struct copy_call *c)
{
    struct copy_layout l;
    const char *why;
    struct query ends = types_query_both(k->t, c->dst, c->src);
    VEC_PUSH(k->t->arena, &k->copies, ends);
    if (!types_of_copy(k->t, inst, &l, &why) || copy_layout_has_untyped(&l))
        track(k->t, ends.starts, ends.count, inst);
}

/* Whatever the program accesses at the pointer is one floating-point value of this size. */
static bool is_whole_value(const struct query *q, uint64_t size)
{
    struct finding f = types_infer(q, 0, size);
    return f.kind == ENTRY_FLOAT && f.size == size;
}

/* An integer is stored, and may replace bytes of a number, but not a whole one. */
static bool stores_part(struct types *t, LLVMValueRef inst)
{
    LLVMValueRef value = LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    bool known;
    if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    struct query q = types_query_access(t, inst);
    uint64_t size = types_size(t, LLVMTypeOf(value));
    return types_within_value(&q, size, ENTRY_FLOAT) &&
           (LLVMIsAConstant(value) ? !is_whole_value(&q, size) : !types_of_int(t, value, &known));
}

static bool asks_for_sources(LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) && !strcmp(LLVMGetValueName(fn), RULE_BYTE_SOURCES);
}

static void visit(struct tracker *k, LLVMValueRef inst)
{
    struct copy_call c;
    bool known;
    for (unsigned i = 0; i < 2 && asks_for_sources(inst); i++)
        track_memory(k, LLVMGetOperand(inst, i), inst);
    if (LLVMIsACallInst(inst) && types_copy_call(inst, &c))
        visit_copy(k, inst, &c);
    else if (stores_part(k->t, inst))
        track_memory(k, LLVMGetOperand(inst, 1), inst);
    else if (LLVMIsALoadInst(inst) && types_undecided(k->t, inst) &&
             !types_of_int(k->t, inst, &known) && !known)
        track_memory(k, LLVMGetOperand(inst, 0), inst);
}

static void visit_pointer(struct tracker *k, LLVMValueRef v)
{
    const struct place_list *list =
        LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? types_places_of(k->t, v) : NULL;
    if (list && list->count > 1)
        VEC_PUSH(k->t->arena, &k->together, list);
}

/* Memory that is accessed in several instances at once: the code is the same for all. */
static void visit_accessed(struct tracker *k, LLVMValueRef inst)
{
    bool call = code_is_call(inst);
    if (call || LLVMIsAAllocaInst(inst))
        visit_pointer(k, inst);
    if (!call && !LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst) && !LLVMIsAAtomicRMWInst(inst) &&
        !LLVMIsAAtomicCmpXchgInst(inst))
        return;
    for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++)
        if (!LLVMIsABasicBlock(LLVMGetOperand(inst, (unsigned)i)))
            visit_pointer(k, LLVMGetOperand(inst, (unsigned)i));
}

/* Zeroed allocations whose adjoints are cleared in a second reverse sweep, but not their pointers.
 */
static bool holds_both(const struct types *t, unsigned node)
{
    unsigned kinds = kinds_in(t, node);
    return (kinds & ENTRY_FLOAT) && (kinds & ENTRY_PTR);
}

/* One access reaches memory of the derivative's own, which would be cleared, and that of callers.
 */
static void track_handed(struct tracker *k)
{
    struct types *t = k->t;
    unsigned kinds = t->integers_lead ? ENTRY_PTR | ENTRY_INT : ENTRY_PTR;
    for (unsigned i = 0; i < k->together.count; i++) {
        const struct place_list *list = k->together.items[i];
        bool reused = false, handed = false;
        for (unsigned n = 0; n < list->count; n++) {
            unsigned node = list->items[n].node;
            reused |= node < t->shelved && (t->reused[node] & kinds);
            handed |= node < t->shelved && !is_own(t, node);
        }
        if (reused && handed)
            track(t, list->items, list->count, NULL);
    }
}

static void spread(struct tracker *k)
{
    track_handed(k);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < k->copies.count; i++) {
            const struct query *q = &k->copies.items[i];
            if (is_tracked(k->t, q->starts, q->count))
                changed |= track(k->t, q->starts, q->count, NULL);
        }
        for (unsigned i = 0; i < k->together.count; i++) {
            const struct place_list *list = k->together.items[i];
            if (is_tracked(k->t, list->items, list->count))
                changed |= track(k->t, list->items, list->count, NULL);
        }
    }
}

void types_track(struct types *t, LLVMValueRef const *fns, unsigned count, bool reusable)
{
    struct tracker k = {.t = t};
    t->lead_to_tracked = t->lead_to_reused = NULL;
    t->tracked = ARENA_ARRAY(t->arena, bool, t->shelved);
    t->tracked_because = ARENA_ARRAY(t->arena, LLVMValueRef, t->shelved);
    t->reused = ARENA_ARRAY(t->arena, uint8_t, t->shelved);
    for (unsigned i = 0; i < t->shelved; i++) {
        struct kinds_over over = kinds_over_values(t, i);
        bool at_once = over.at_once & ENTRY_PTR,
             known = !(over.in_turn & ENTRY_PTR) || is_own(t, i);
        t->tracked[i] = t->unsettled || at_once || !known || (reusable && holds_both(t, i));
        t->reused[i] = is_own(t, i) ? (uint8_t)over.in_turn : 0;
    }
    for (unsigned i = 0; i < count; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fns[i]); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                visit(&k, v), visit_accessed(&k, v);
    spread(&k);
}

bool types_tracks(const struct types *t)
{
    bool any = false;
    for (unsigned i = 0; t->tracked && i < t->shelved && !any; i++)
        any = t->tracked[i];
    return any;
}

bool types_is_tracked(struct types *t, LLVMValueRef pointer)
{
    const struct place_list *list = types_places_of(t, pointer);
    return t->tracked && is_tracked(t, list->items, list->count);
}

bool types_is_reused(struct types *t, LLVMValueRef pointer, bool integers)
{
    const struct place_list *list = types_places_of(t, pointer);
    unsigned kinds = 0;
    for (unsigned i = 0; i < list->count && t->reused; i++)
        kinds |= list->items[i].node < t->shelved ? t->reused[list->items[i].node] : 0;
    return (kinds & (integers ? ENTRY_PTR | ENTRY_INT : ENTRY_PTR)) &&
           !types_is_tracked(t, pointer);
}

bool types_may_meet(struct types *t, LLVMValueRef access, LLVMValueRef other)
{
    const struct place_list *p = types_places_of(t, types_accessed_pointer(access)),
                            *q = types_places_of(t, types_accessed_pointer(other));
    uint64_t size = types_accessed_size(t, access), other_size = types_accessed_size(t, other);
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned k = 0; k < q->count; k++) {
            struct entry a = types_entry_at(&p->items[i], size),
                         b = types_entry_at(&q->items[k], other_size);
            bool known = a.node < t->shelved && b.node < t->shelved && !t->unsettled;
            if (!known || (a.node == b.node && types_entries_overlap(&a, &b)))
                return true;
        }
    return false;
}

bool types_reuses(const struct types *t)
{
    bool any = false;
    for (unsigned i = 0; t->reused && i < t->shelved && !any; i++)
        any = (t->reused[i] & ENTRY_PTR) && !t->tracked[i];
    return any;
}

typedef bool node_test(struct types *t, unsigned node);

static bool node_is_tracked(struct types *t, unsigned node)
{
    return t->tracked[node];
}

/* Also where it is only copied from there to somewhere else. */
static bool node_has_numbers(struct types *t, unsigned node)
{
    return types_object_holds(t, node, ENTRY_FLOAT);
}

/* Pointers between nodes, backwards. */
struct back_link {
    unsigned from, previous; /* number + 1 of another link that ends there */
};
struct back {
    unsigned *last; /* per node: number + 1 of a link that ends there */
    VEC(struct back_link) links;
};

static void collect_links(struct types *t, struct arena *scratch, struct back *back)
{
    back->last = ARENA_ARRAY(scratch, unsigned, t->shelved);
    for (unsigned from = 0; from < t->shelved; from++) {
        const struct node *n = &t->graph.nodes.items[from];
        for (unsigned i = 0; i < n->cells.count; i++) {
            struct place to = n->cells.items[i].to;
            unsigned node = to.node == NO_NODE ? NO_NODE : graph_find(&t->graph, to).node;
            if (node >= t->shelved) /* NO_NODE, too */
                continue;
            VEC_PUSH(scratch, &back->links, ((struct back_link){from, back->last[node]}));
            back->last[node] = back->links.count;
        }
    }
}

/* Per node: there is one that passes the test where its pointers lead, however many lie between. */
static bool *find_leading(struct types *t, node_test *test)
{
    struct arena scratch;
    struct back back = {.last = NULL};
    bool *leads = ARENA_ARRAY(t->arena, bool, t->shelved);
    arena_init(&scratch);
    collect_links(t, &scratch, &back);
    unsigned *work = ARENA_ARRAY(&scratch, unsigned, t->shelved), count = 0;
    for (unsigned i = 0; i < t->shelved; i++)
        if ((leads[i] = test(t, i)))
            work[count++] = i;
    while (count)
        for (unsigned k = back.last[work[--count]]; k; k = back.links.items[k - 1].previous) {
            unsigned from = back.links.items[k - 1].from;
            if (!leads[from])
                leads[work[count++] = from] = true;
        }
    arena_free(&scratch);
    return leads;
}
static bool value_leads_to(struct types *t, LLVMValueRef v, bool **leading, node_test *test)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind, found = false;
    if (!pointer && !types_is_register(type))
        return false;
    if (!*leading)
        *leading = find_leading(t, test);
    struct query q = pointer ? types_query(t, v) : types_query_register(t, v);
    for (unsigned i = 0; i < q.count; i++) {
        struct place at = q.starts[i];
        unsigned node = at.node == NO_NODE ? NO_NODE : graph_find(&t->graph, at).node;
        found |= node < t->shelved && (*leading)[node];
    }
    return found;
}

bool types_leads_to_tracked(struct types *t, LLVMValueRef v)
{
    return t->tracked && value_leads_to(t, v, &t->lead_to_tracked, node_is_tracked);
}

static bool node_is_reused(struct types *t, unsigned node)
{
    return (t->reused[node] & ENTRY_PTR) && !t->tracked[node];
}

bool types_leads_to_reused(struct types *t, LLVMValueRef v)
{
    return types_reuses(t) && value_leads_to(t, v, &t->lead_to_reused, node_is_reused);
}

bool types_leads_to_numbers(struct types *t, LLVMValueRef v)
{
    return t->unsettled || value_leads_to(t, v, &t->lead_to_numbers, node_has_numbers);
}

static void find_globals(struct types *t)
{
    t->in_global = ARENA_ARRAY(t->arena, bool, t->shelved);
    for (unsigned i = 0; i < t->globals.count; i++) {
        LLVMValueRef global = t->globals.items[i];
        const struct place_list *list = types_places_of(t, global);
        for (unsigned k = 0; k < list->count && !LLVMIsGlobalConstant(global); k++)
            if (list->items[k].node < t->shelved)
                t->in_global[list->items[k].node] = true;
    }
}

bool types_may_be_in_global(struct types *t, LLVMValueRef pointer)
{
    const struct place_list *list = types_places_of(t, pointer);
    if (!t->in_global)
        find_globals(t);
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].node < t->shelved && t->in_global[list->items[i].node])
            return true;
    return t->unsettled;
}
