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

static int compare_in_node(const struct entry *a, const struct entry *b)
{
    int64_t flip = INT64_MIN;
    uint64_t keys[][2] = {
        {a->stride != 0, b->stride != 0},
        {(uint64_t)(a->off ^ flip), (uint64_t)(b->off ^ flip)},
        {a->stride, b->stride},
        {a->kind, b->kind},
        {a->level, b->level},
        {a->size, b->size},
        {a->stride ? (uint64_t)(a->hi ^ flip) : 0, b->stride ? (uint64_t)(b->hi ^ flip) : 0},
        {a->down, b->down},
        {type_rank(a->type), type_rank(b->type)},
        {a->window.size, b->window.size},
        {a->window.period, b->window.period},
        {(uint64_t)(a->window.low ^ flip), (uint64_t)(b->window.low ^ flip)},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return compare(keys[i][0], keys[i][1]);
    return 0;
}

/* Large programs have millions of entries: most pairs are of two nodes. */
static int compare_entries(const void *va, const void *vb)
{
    const struct entry *a = va, *b = vb;
    return a->node != b->node ? compare(a->node, b->node) : compare_in_node(a, b);
}

static int compare_ends(const void *va, const void *vb)
{
    const struct edge_end *a = va, *b = vb;
    int c = compare(a->node, b->node);
    c = c ? c : (a->off > b->off) - (a->off < b->off);
    c = c ? c : compare(a->edge, b->edge);
    return c ? c : (int)a->side - (int)b->side;
}

static void shelve_entries(struct types *t)
{
    struct entry *e = t->entries.items;
    unsigned kept = 0;
    if (t->entries.count)
        qsort(e, t->entries.count, sizeof *e, compare_entries);
    for (unsigned i = 0; i < t->entries.count; i++)
        if (!kept || compare_entries(&e[kept - 1], &e[i]))
            e[kept++] = e[i];
    t->entries.count = kept;
    for (unsigned i = 0; i < kept; i++) {
        struct shelf *s = &t->shelves[e[i].node];
        if (!s->count)
            s->first = i;
        s->count++;
        s->exact += e[i].stride == 0;
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
    shelve_grids(t);
    shelve_vague(t);
    find_shared_memory(t);
    t->answers = ARENA_NEW(t->arena, struct answers);
}
