/* Sorts the evidence by the node that it is about, and finds what is true of whole nodes. */
#include "facts/types_answers.h"
#include "facts/types_state.h"
#include <stdlib.h>

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static uint64_t type_rank(LLVMTypeRef type)
{
    if (!type)
        return 0;
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return (uint64_t)k << 32 | (k == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0);
}

static int compare_signed(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_windows(const struct window *a, const struct window *b)
{
    int c = compare(a->size, b->size);
    c = c ? c : compare(a->period, b->period);
    return c ? c : compare_signed(a->low, b->low);
}

static int compare_in_node(const struct entry *a, const struct entry *b)
{
    int c = (a->stride != 0) - (b->stride != 0);
    c = c ? c : compare_signed(a->off, b->off);
    c = c ? c : compare(a->stride, b->stride);
    c = c ? c : compare(a->kind, b->kind);
    c = c ? c : compare(a->level, b->level);
    c = c ? c : compare(a->size, b->size);
    c = c || !a->stride ? c : compare_signed(a->hi, b->hi);
    c = c ? c : a->down - b->down;
    c = c || a->type == b->type ? c : compare(type_rank(a->type), type_rank(b->type));
    c = c ? c : compare_windows(&a->window, &b->window);
    return c ? c : compare(a->access, b->access);
}

static int compare_entries(const void *va, const void *vb)
{
    return compare_in_node(va, vb);
}

static int compare_ends(const void *va, const void *vb)
{
    const struct edge_end *a = va, *b = vb;
    int c = compare(a->node, b->node);
    c = c ? c : (a->off > b->off) - (a->off < b->off);
    c = c ? c : compare(a->edge, b->edge);
    return c ? c : (int)a->side - (int)b->side;
}

/* In the order of nodes, and else as they were. */
static struct entry *by_node(struct types *t)
{
    unsigned *next = ARENA_ARRAY(t->arena, unsigned, t->shelved + 1);
    struct entry *sorted = ARENA_ARRAY(t->arena, struct entry, t->entries.count);
    for (unsigned i = 0; i < t->entries.count; i++)
        next[t->entries.items[i].node + 1]++;
    for (unsigned n = 0; n < t->shelved; n++)
        next[n + 1] += next[n];
    for (unsigned i = 0; i < t->entries.count; i++)
        sorted[next[t->entries.items[i].node]++] = t->entries.items[i];
    return sorted;
}

/* Sorts `count` entries of a node at e, and puts those that differ at t->entries. */
static void shelve_node(struct types *t, struct entry *e, unsigned count)
{
    struct shelf *s = &t->shelves[e->node];
    s->first = t->entries.count;
    qsort(e, count, sizeof *e, compare_entries);
    for (unsigned i = 0; i < count; i++)
        if (!i || compare_in_node(&e[i - 1], &e[i])) {
            t->entries.items[t->entries.count++] = e[i];
            s->count++;
            s->exact += e[i].stride == 0;
        }
}

static void shelve_entries(struct types *t)
{
    struct entry *e = by_node(t);
    unsigned all = t->entries.count, count;
    t->entries.count = 0;
    for (unsigned i = 0; i < all; i += count) {
        for (count = 1; i + count < all && e[i + count].node == e[i].node; count++)
            ;
        shelve_node(t, &e[i], count);
    }
}

static void settle_accesses(struct types *t)
{
    for (unsigned i = 0; i < t->entries.count; i++) {
        struct entry *e = &t->entries.items[i];
        struct place p = types_place_at(e);
        e->access = types_access_at(t, &p, e->size);
    }
    for (unsigned i = 0; i < t->edges.count; i++)
        for (unsigned side = 0; side < 2; side++) {
            struct place *p = &t->edges.items[i].end[side];
            p->access = types_access_at(t, p, t->edges.items[i].size);
        }
}

static void shelve_vague(struct types *t)
{
    graph_spread_vague(&t->graph);
    for (unsigned n = 0; n < t->shelved; n++) {
        struct shelf *s = &t->shelves[n];
        unsigned kinds = 0;
        for (unsigned i = 0; i < s->count && t->graph.nodes.items[n].vague; i++)
            kinds |= t->entries.items[s->first + i].kind;
        s->vague = (kinds & ENTRY_FLOAT) && (kinds & ENTRY_PTR);
    }
}

static void shelve_grids(struct types *t)
{
    for (unsigned i = 0; i < t->entries.count; i++) {
        const struct entry *e = &t->entries.items[i];
        struct shelf *s = &t->shelves[e->node];
        if (!types_is_accessed_value(e))
            continue;
        if (!s->largest)
            s->base = e->off;
        s->grid = gcd_of(gcd_of(s->grid, e->stride), types_distance(s->base, e->off));
        s->largest = s->largest < e->size ? e->size : s->largest;
    }
}

static void shelve_edges(struct types *t)
{
    for (unsigned i = 0; i < t->edges.count; i++)
        for (uint8_t side = 0; side < 2; side++) {
            const struct edge *e = &t->edges.items[i];
            bool exact = !e->end[side].stride && e->size <= SHORT_COPY;
            struct edge_end end = {e->end[side].node, i, exact ? e->end[side].off : NO_BOUND, side};
            VEC_PUSH(t->arena, &t->edge_ends, end);
        }
    if (t->edge_ends.count)
        qsort(t->edge_ends.items, t->edge_ends.count, sizeof *t->edge_ends.items, compare_ends);
    for (unsigned i = 0; i < t->edge_ends.count; i++) {
        struct shelf *s = &t->shelves[t->edge_ends.items[i].node];
        if (!s->edge_count++)
            s->edge_first = i;
        s->edge_short += t->edge_ends.items[i].off != NO_BOUND;
    }
}

static void mark_reached(struct types *t, bool *marks, struct place at)
{
    unsigned node = at.node == NO_NODE ? NO_NODE : graph_find(&t->graph, at).node;
    if (node == NO_NODE || node >= t->shelved || marks[node])
        return;
    marks[node] = true;
    for (unsigned i = 0; i < t->graph.nodes.items[node].cells.count; i++)
        mark_reached(t, marks, t->graph.nodes.items[node].cells.items[i].to);
}

/* What callers of the root hand over, and all that leads on from there. */
static void mark_handed(struct types *t, bool *marks)
{
    t->now = t->instances.items[0];
    for (LLVMValueRef p = LLVMGetFirstParam(t->root); p; p = LLVMGetNextParam(p))
        if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind)
            mark_reached(t, marks, types_place_of(t, p));
    t->now = t->common;
}

static void find_shared_memory(struct types *t)
{
    if (!t->root)
        return;
    t->shared = ARENA_ARRAY(t->arena, bool, t->shelved);
    mark_handed(t, t->shared);
    for (unsigned i = 0; i < t->globals.count; i++)
        mark_reached(t, t->shared, types_place_of(t, t->globals.items[i]));
    if (t->around)
        return;
    t->open = ARENA_ARRAY(t->arena, bool, t->shelved);
    mark_handed(t, t->open);
}

static uint64_t hash_entry(const struct entry *e)
{
    uint64_t place = e->node + (uint64_t)e->off * 31 + e->stride * 127 + (uint64_t)e->hi * 8191,
             what = (uintptr_t)e->type + e->size * 31 + e->kind * 127 + e->level * 8191 + e->down +
                    e->access,
             h = (place + (uint64_t)e->window.low) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ what) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static bool is_same_entry(const struct entry *a, const struct entry *b)
{
    return a->node == b->node && a->kind == b->kind && a->level == b->level && a->size == b->size &&
           a->off == b->off && a->hi == b->hi && a->stride == b->stride && a->down == b->down &&
           a->type == b->type && a->access == b->access && !compare_windows(&a->window, &b->window);
}

/* Where the entry is or belongs. */
static struct entry_slot *entry_slot(const struct types *t, const struct entry *e, uint64_t h)
{
    const struct entry_set *s = &t->entry_set;
    for (uint64_t i = h;; i++) {
        struct entry_slot *slot = &s->slots[i & (s->size - 1)];
        bool here = slot->hash == (uint32_t)h && slot->id &&
                    is_same_entry(&t->entries.items[slot->id - 1], e);
        if (here || !slot->id)
            return slot;
    }
}

static void enlarge_set(struct types *t)
{
    enum { LEAST = 1024 };
    struct entry_set *s = &t->entry_set;
    s->size = s->size ? 2 * s->size : LEAST;
    s->slots = ARENA_ARRAY(t->arena, struct entry_slot, s->size);
    for (unsigned i = 0; i < t->entries.count; i++) {
        uint64_t h = hash_entry(&t->entries.items[i]);
        *entry_slot(t, &t->entries.items[i], h) = (struct entry_slot){(uint32_t)h, i + 1};
    }
}

void types_collect(struct types *t, const struct entry *e)
{
    if (2 * t->entries.count >= t->entry_set.size)
        enlarge_set(t);
    uint64_t h = hash_entry(e);
    struct entry_slot *slot = entry_slot(t, e, h);
    if (slot->id)
        return;
    VEC_PUSH(t->arena, &t->entries, *e);
    *slot = (struct entry_slot){(uint32_t)h, t->entries.count};
}

void types_shelve(struct types *t)
{
    t->shelved = t->graph.nodes.count;
    t->shelves = ARENA_ARRAY(t->arena, struct shelf, t->shelved);
    for (unsigned i = 0; i < t->entries.count; i++) {
        struct entry *e = &t->entries.items[i];
        struct place p = graph_find(&t->graph, types_place_at(e));
        e->node = p.node;
        e->off = p.off;
        e->hi = p.hi;
        e->window = p.window;
    }
    for (unsigned i = 0; i < t->edges.count; i++)
        for (unsigned side = 0; side < 2; side++)
            t->edges.items[i].end[side] = graph_find(&t->graph, t->edges.items[i].end[side]);
    shelve_edges(t);
    types_spread(t);
    shelve_entries(t);
    settle_accesses(t);
    shelve_grids(t);
    shelve_vague(t);
    find_shared_memory(t);
    t->answers = ARENA_NEW(t->arena, struct answers);
}
