/* Spreads what uses of a register say (integer arithmetic, a bit cast to double, inttoptr) along
 * its copy edges: to other registers and to the memory it was loaded from or stored to.
 *
 * After this, memory carries all evidence of the values that pass through it; only copies between
 * memory are followed when a question is asked. Each fact of a register is spread once. */
#include "facts/types_state.h"

struct fact {
    struct entry entry;
    unsigned next; /* of the same register, MAP_NO_ID at the end */
};

struct spread {
    struct types *t;
    bool *is_register; /* per node */
    unsigned *first;   /* per node: its newest fact */
    VEC(struct fact) facts;
};

static void fact_add(struct spread *s, struct entry e)
{
    for (unsigned i = s->first[e.node]; i != MAP_NO_ID; i = s->facts.items[i].next) {
        const struct entry *f = &s->facts.items[i].entry;
        if (f->kind == e.kind && f->off == e.off && f->size == e.size && f->type == e.type)
            return;
    }
    struct fact fact = {e, s->first[e.node]};
    s->first[e.node] = s->facts.count;
    VEC_PUSH(s->t->arena, &s->facts, fact);
}

/* The part of a fact that an edge carries, seen at its other end. Numbers and pointers go whole or
 * not at all. */
static bool carry(struct types *t, const struct entry *e, const struct edge *edge, unsigned side,
                  struct entry *out)
{
    struct place a = edge->end[side], b = edge->end[!side];
    int64_t end = e->off + (int64_t)e->size, last = end;
    int64_t lo = e->off > a.off ? e->off : a.off;
    if (a.stride)
        return false;
    if (edge->size < (uint64_t)INT32_MAX && a.off + (int64_t)edge->size < last)
        last = a.off + (int64_t)edge->size;
    if (lo >= last || (e->kind != ENTRY_INT && (lo != e->off || last != end)))
        return false;
    uint64_t size = (uint64_t)(last - lo);
    LLVMTypeRef type =
        e->kind == ENTRY_INT ? LLVMIntTypeInContext(t->context, (unsigned)size * 8) : e->type;
    *out = types_entry_at(&b, size);
    out->kind = e->kind;
    out->level = LEVEL_ACCESS;
    out->off += lo - a.off;
    out->type = type;
    return true;
}

static void fact_spread(struct spread *s, unsigned index)
{
    struct types *t = s->t;
    struct entry e = s->facts.items[index].entry, out;
    const struct shelf *shelf = &t->shelves[e.node];
    for (unsigned i = 0; i < shelf->edge_count; i++) {
        const struct edge_end *end = &t->edge_ends.items[shelf->edge_first + i];
        if (!carry(t, &e, &t->edges.items[end->edge], end->side, &out))
            continue;
        if (s->is_register[out.node] && !out.stride)
            fact_add(s, out);
        else
            types_collect(t, &out);
    }
}

void types_spread(struct types *t)
{
    struct spread s = {.t = t};
    unsigned collected = t->entries.count;
    s.is_register = ARENA_ARRAY(t->arena, bool, t->shelved);
    s.first = ARENA_ARRAY(t->arena, unsigned, t->shelved);
    for (unsigned i = 0; i < t->shelved; i++)
        s.first[i] = MAP_NO_ID;
    for (unsigned i = 0; i < t->register_nodes.count; i++) {
        struct place p = graph_find(
            &t->graph, (struct place){.node = t->register_nodes.items[i], .hi = NO_BOUND});
        s.is_register[p.node] = true;
    }
    for (unsigned i = 0; i < collected; i++) {
        const struct entry *e = &t->entries.items[i];
        if (s.is_register[e->node] && !e->stride && e->level == LEVEL_ACCESS &&
            e->kind != ENTRY_PAD)
            fact_add(&s, *e);
    }
    for (unsigned i = 0; i < s.facts.count; i++)
        fact_spread(&s, i);
    for (unsigned i = 0; i < s.facts.count; i++)
        types_collect(t, &s.facts.items[i].entry);
}
