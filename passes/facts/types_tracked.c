/* Memory whose bytes only the run can tell apart: the kind map follows it (runtime/kinds.c).
 *
 * An abstract location is tracked if floating-point values and pointers are accessed at the same
 * bytes (a union, or blocks of a pool), if a copy moves bytes of it that no evidence settles, if an
 * integer of unknown contents is loaded from it, or if one is stored where numbers are. All
 * accesses to it have to keep the tags right; so do those to every location that exchanges copies
 * with it, however many copies away. */
#include "facts/types_state.h"

static bool is_accessed_as(const struct entry *e, unsigned kinds)
{
    return (e->kind & kinds) && e->level == LEVEL_ACCESS;
}

/* Values and pointers are accessed at the same bytes. */
static bool is_shared(const struct types *t, unsigned node)
{
    const struct shelf *s = &t->shelves[node];
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *a = &t->entries.items[s->first + i];
        for (unsigned k = 0; is_accessed_as(a, ENTRY_FLOAT) && k < s->count; k++) {
            const struct entry *b = &t->entries.items[s->first + k];
            if (is_accessed_as(b, ENTRY_PTR) && types_entries_overlap(a, b))
                return true;
        }
    }
    return false;
}

static unsigned node_of(struct types *t, LLVMValueRef pointer)
{
    struct place at = types_place_of(t, pointer);
    if (at.node != NO_NODE)
        at = graph_find(&t->graph, at);
    return at.node < t->shelved ? at.node : NO_NODE;
}

unsigned types_accessed(struct types *t, LLVMValueRef pointer)
{
    unsigned node = node_of(t, pointer), kinds = 0;
    for (unsigned i = 0; node != NO_NODE && i < t->shelves[node].count; i++)
        kinds |= t->entries.items[t->shelves[node].first + i].kind;
    return (kinds & ENTRY_FLOAT ? TYPES_HAS_FLOAT : 0) | (kinds & ENTRY_PTR ? TYPES_HAS_PTR : 0);
}

bool copy_layout_has_untyped(const struct copy_layout *l)
{
    bool untyped = l->untyped || l->limit;
    for (unsigned i = 0; i < l->count; i++)
        untyped |= l->elems[i].kind == ELEM_UNTYPED;
    return untyped;
}

/* Both ends of a copy, NO_NODE for memory of which nothing is known. */
struct ends {
    unsigned node[2];
};

struct tracker {
    struct types *t;
    VEC(struct ends) copies;
};

static void track(struct tracker *k, unsigned node)
{
    if (node != NO_NODE)
        k->t->tracked[node] = true;
}

static void visit_copy(struct tracker *k, LLVMValueRef inst, const struct copy_call *c)
{
    struct copy_layout l;
    const char *why;
    struct ends ends = {{node_of(k->t, c->dst), node_of(k->t, c->src)}};
    VEC_PUSH(k->t->arena, &k->copies, ends);
    if (types_of_copy(k->t, inst, &l, &why) && !copy_layout_has_untyped(&l))
        return;
    track(k, ends.node[0]);
    track(k, ends.node[1]);
}

/* An integer is stored, and may replace bytes of a number, but not a whole one. */
static bool stores_part(struct types *t, LLVMValueRef inst)
{
    LLVMValueRef value = LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    bool known;
    return value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           types_byte_of_number(t, LLVMGetOperand(inst, 1), types_size(t, LLVMTypeOf(value))) &&
           (LLVMIsAConstant(value) || !types_of_int(t, value, &known));
}

static void visit(struct tracker *k, LLVMValueRef inst)
{
    struct copy_call c;
    bool known;
    if (LLVMIsACallInst(inst) && types_copy_call(inst, &c))
        visit_copy(k, inst, &c);
    else if (stores_part(k->t, inst))
        track(k, node_of(k->t, LLVMGetOperand(inst, 1)));
    else if (LLVMIsALoadInst(inst) && types_undecided(k->t, inst) &&
             !types_of_int(k->t, inst, &known) && !known)
        track(k, node_of(k->t, LLVMGetOperand(inst, 0)));
}

/* Zeroed allocations whose adjoints are cleared in a second reverse sweep, but not their pointers.
 */
static bool holds_both(const struct types *t, unsigned node)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < t->shelves[node].count; i++)
        kinds |= t->entries.items[t->shelves[node].first + i].kind;
    return (kinds & ENTRY_FLOAT) && (kinds & ENTRY_PTR);
}

static void spread(struct tracker *k)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < k->copies.count; i++)
            for (unsigned side = 0; side < 2; side++) {
                unsigned from = k->copies.items[i].node[side], to = k->copies.items[i].node[!side];
                if (from == NO_NODE || to == NO_NODE || !k->t->tracked[from] || k->t->tracked[to])
                    continue;
                track(k, to);
                changed = true;
            }
    }
}

void types_track(struct types *t, LLVMValueRef const *fns, unsigned count, bool reusable)
{
    struct tracker k = {.t = t};
    t->tracked = ARENA_ARRAY(t->arena, bool, t->shelved);
    for (unsigned i = 0; i < t->shelved; i++)
        t->tracked[i] = t->unsettled || is_shared(t, i) || (reusable && holds_both(t, i));
    for (unsigned i = 0; i < count; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fns[i]); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                visit(&k, v);
    spread(&k);
}

bool types_is_tracked(struct types *t, LLVMValueRef pointer)
{
    unsigned node = node_of(t, pointer);
    return node != NO_NODE && t->tracked && t->tracked[node];
}
