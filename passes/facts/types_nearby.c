/* Whether an integer in a register is one, by the nearest evidence.
 *
 * Integers that are only moved from place to place have become copies of memory, which the join of
 * all evidence decides (types_resolve.c), or the run. What is asked here are the others: indices,
 * counts and their like, of which the join often knows too much, because objects of several types
 * are one for it. The nearest places win, and the most specific evidence in them. */
#include "facts/types_state.h"

enum { MAX_STATES = 64, MAX_LEVELS = 64, INTEGER_LEVELS = 4 };

struct state {
    struct place place;
    uint64_t room;
    unsigned level;
    bool shifted;
    bool blurred; /* steps between elements got lost on the way: a neighbour's bytes may be meant */
};
struct states {
    unsigned count;
    struct state items[MAX_STATES];
};

static void state_add(struct states *s, struct state x)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct place *p = &s->items[i].place;
        if (p->node == x.place.node && p->off == x.place.off && p->stride == x.place.stride)
            return;
    }
    if (s->count < MAX_STATES)
        s->items[s->count++] = x;
}

static void starts_of(const struct query *q, uint64_t x, uint64_t room, struct states *s)
{
    s->count = 0;
    for (unsigned i = 0; i < q->count; i++)
        if (q->starts[i].node != NO_NODE) {
            struct place p = graph_find(&q->t->graph, q->starts[i]);
            if (p.node >= q->t->shelved)
                continue; /* made after the analysis: nothing is known */
            p.off += (int64_t)x;
            if (p.hi != NO_BOUND)
                p.hi += (int64_t)x;
            state_add(s, (struct state){.place = p, .room = room});
        }
}

static void explore(struct types *t, struct states *s, unsigned levels)
{
    for (unsigned i = 0; i < s->count && s->count < MAX_STATES && s->items[i].level < levels; i++) {
        const struct shelf *shelf = &t->shelves[s->items[i].place.node];
        for (unsigned k = 0; k < shelf->edge_count; k++) {
            const struct edge_end *end = &t->edge_ends.items[shelf->edge_first + k];
            struct crossing c;
            const struct edge *e = &t->edges.items[end->edge];
            const struct state *from = &s->items[i];
            if (types_cross(t, e, end->side, from->place, &c))
                state_add(s, (struct state){c.to, from->room < c.left ? from->room : c.left,
                                            from->level + 1, from->shifted || c.shifted,
                                            from->blurred || c.blurred});
        }
    }
}

static void combine(struct finding *f, struct finding g)
{
    if (!g.kind || g.kind == ENTRY_PAD) {
        if (!f->kind)
            *f = g;
        return;
    }
    if (!f->kind || f->kind == ENTRY_PAD) {
        *f = g;
        return;
    }
    g.declared |= f->declared;
    f->declared |= g.declared;
    bool same = f->kind == g.kind && (f->kind != ENTRY_FLOAT || f->type == g.type);
    bool clash = f->kind != ENTRY_INT && g.kind != ENTRY_INT && !same;
    if (clash && (f->score == g.score ||
                  (f->score && g.score && (f->kind == ENTRY_PTR || g.kind == ENTRY_PTR))))
        f->kind = ENTRY_CONFLICT;
    else if (clash ? g.score > f->score : g.kind > f->kind)
        *f = g;
}

/* The findings of all states of one level; *i moves behind them. */
static struct finding level_finding(struct types *t, const struct states *s, unsigned *i,
                                    bool *partial)
{
    struct finding f = {0};
    unsigned level = s->items[*i].level, clear = 0;
    for (; *i < s->count && s->items[*i].level == level; ++*i) {
        struct finding g = types_resolve_nearby(t, s->items[*i].place);
        if ((g.kind == ENTRY_FLOAT || g.kind == ENTRY_PTR) &&
            LLVMStoreSizeOfType(t->target, g.type) > s->items[*i].room) {
            *partial = true;
            continue;
        }
        g.shifted = s->items[*i].shifted;
        g.blurred = s->items[*i].blurred;
        if (g.score && !g.shifted && !g.blurred)
            clear |= g.kind;
        combine(&f, g);
    }
    f.clear = clear;
    return f;
}

/* Beside a pointer: numbers come along the copies that start or end here. The bytes are a union's.
 */
static bool number_along(struct types *t, struct states *s, unsigned i)
{
    explore(t, s, INTEGER_LEVELS);
    for (; i < s->count; i++) {
        struct finding g = types_resolve_nearby(t, s->items[i].place);
        if ((g.kind == ENTRY_FLOAT || g.kind == ENTRY_CONFLICT) && g.score)
            return true;
    }
    return false;
}

/* Bytes declared integers, or used as such, are a number or an address if they are one a short way
 * along: `near`. Found a long way along, or on an uncertain one, a number is left to the run. g:
 * what one level says; the result has no kind if that is nothing new. */
static struct finding instead_of_integer(unsigned kind, struct finding g, bool declared, bool near)
{
    struct finding none = {0}, conflict = {.kind = ENTRY_CONFLICT};
    bool number = g.kind == ENTRY_FLOAT, address = g.kind == ENTRY_PTR;
    if (!near)
        return number && g.score && !g.guessed && !g.shifted && !g.blurred ? conflict : none;
    if ((g.shifted && declared && (number || address)) ||
        (g.kind == ENTRY_CONFLICT && (g.clear & (ENTRY_FLOAT | ENTRY_PTR))))
        return conflict;
    if ((number && !(g.guessed && declared)) || g.bits)
        return g;
    return kind == ENTRY_INT && address && g.score ? g : none;
}

struct finding types_infer_nearby(const struct query *q, uint64_t x, uint64_t room)
{
    struct states s;
    struct finding conflict = {.kind = ENTRY_CONFLICT};
    unsigned i = 0;
    bool partial = false;
    if (q->t->unsettled)
        return conflict;
    starts_of(q, x, room, &s);
    if (!s.count)
        return (struct finding){0};
    struct finding f = level_finding(q->t, &s, &i, &partial);
    if (partial && f.kind != ENTRY_FLOAT && f.kind != ENTRY_PTR)
        f.kind = ENTRY_CONFLICT; /* part of a number */
    if (f.kind == ENTRY_PTR)
        return number_along(q->t, &s, i) ? conflict : f;
    if (f.kind && f.kind != ENTRY_INT)
        return f;
    bool declared = f.declared;
    unsigned near = f.kind ? INTEGER_LEVELS : MAX_LEVELS;
    explore(q->t, &s, MAX_LEVELS);
    while (i < s.count) {
        unsigned level = s.items[i].level;
        struct finding g = level_finding(q->t, &s, &i, &partial), other = {0};
        declared |= g.declared;
        if (f.kind)
            other = instead_of_integer(f.kind, g, declared, level <= near);
        if (other.kind)
            return other.kind == ENTRY_PTR && number_along(q->t, &s, i) ? conflict : other;
        if (f.kind == ENTRY_INT || level > near)
            continue;
        if (g.kind == ENTRY_INT && g.declared)
            near = level + INTEGER_LEVELS;
        if (f.kind)
            continue; /* padding */
        f = g;
        if (!f.kind && partial)
            f = conflict;
        if (f.kind == ENTRY_PTR)
            return number_along(q->t, &s, i) ? conflict : f;
        if (f.kind == ENTRY_FLOAT || f.kind == ENTRY_CONFLICT)
            return f;
    }
    return f;
}
