/* Copies that begin inside of a value: they bring something else to its last bytes, a float
 * value to the upper half of what was a pointer, say, or take part of it elsewhere. */
#include "facts/types_state.h"

static bool is_begun(const struct place *copy, const struct place *p, uint64_t size, uint64_t *bits)
{
    uint64_t g = gcd_of(copy->stride, p->stride);
    int64_t d = copy->off - p->off;
    if (g)
        d = types_modulo(d, g);
    if (d <= 0 || (uint64_t)d >= size || types_places_part(copy, 1, p, size))
        return false;
    *bits |= UINT64_C(1) << d;
    return true;
}

/* The first of the short copies that begins behind `off`. */
static unsigned first_behind(const struct types *t, const struct shelf *s, int64_t off)
{
    unsigned low = 0, high = s->edge_short;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (t->edge_ends.items[s->edge_first + middle].off > off)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint64_t types_begun_in(const struct types *t, const struct place *p, uint64_t size)
{
    const struct shelf *s = &t->shelves[p->node];
    const struct edge_end *ends = &t->edge_ends.items[s->edge_first];
    uint64_t bits = 0;
    unsigned k = p->stride ? 0 : first_behind(t, s, p->off);
    for (; k < s->edge_short; k++) {
        const struct edge_end *end = &ends[k];
        if (!is_begun(&t->edges.items[end->edge].end[end->side], p, size, &bits) && !p->stride)
            break;
    }
    for (k = s->edge_short; k < s->edge_count; k++)
        is_begun(&t->edges.items[ends[k].edge].end[ends[k].side], p, size, &bits);
    return bits;
}

/* What is accessed at byte p, unless this is byte `inside` of such a value as f. */
static unsigned others_at(const struct types *t, const struct place *p, const struct finding *f,
                          uint64_t inside)
{
    const struct shelf *s = &t->shelves[p->node];
    struct entry at = types_entry_at(p, 1);
    unsigned kinds = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        if ((e->kind != ENTRY_FLOAT && e->kind != ENTRY_PTR) || e->level == LEVEL_DECLARED ||
            !types_entries_overlap(e, &at))
            continue;
        uint64_t g = gcd_of(e->stride, p->stride);
        int64_t d = p->off - e->off - (int64_t)inside;
        bool same = (unsigned)e->kind == f->kind && e->type == f->type &&
                    (g ? types_modulo(d, g) == 0 : d == 0);
        kinds |= same ? 0 : (unsigned)e->kind;
    }
    return kinds;
}

static unsigned others_from(const struct query *q, uint64_t x, const struct finding *f,
                            uint64_t inside)
{
    struct place *starts = ARENA_ARRAY(q->t->arena, struct place, q->count);
    struct query shifted = {q->t, starts, 0};
    unsigned kinds = 0;
    for (unsigned i = 0; i < q->count; i++)
        if (q->starts[i].node != NO_NODE)
            starts[shifted.count++] =
                graph_offset(graph_find(&q->t->graph, q->starts[i]), (int64_t)(x + inside));
    struct reach r = types_reach(&shifted);
    for (unsigned i = 0; i < r.count; i++)
        kinds |= others_at(q->t, &r.places[i], f, inside);
    return r.limited ? ENTRY_FLOAT | ENTRY_PTR : kinds;
}

unsigned types_others_in(const struct query *q, uint64_t x, const struct finding *f, uint64_t begun)
{
    unsigned kinds = 0;
    for (uint64_t inside = 1; inside < f->size && inside < 64; inside++)
        if (begun >> inside & 1)
            kinds |= others_from(q, x, f, inside);
    return kinds;
}
