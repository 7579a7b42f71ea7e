/* Searches along copies.
 *
 * Copies lead from the same places to the same others in every search, so that places have numbers
 * and where copies lead from each is found once. What a search adds is how many bytes all copies
 * on the way carry, and how far progressions reach. Of copies from a place that lead to one state,
 * later ones that carry and reach no further than those before are left out. That makes no
 * difference as long as no node has so many states that its offsets are merged; a search that meets
 * one starts again with all copies. */
#include "facts/types_search.h"
#include "base/limits.h"

enum { SMALLEST_TABLE = 64, STEPS_KINDS = 2 };
LIMIT(MAX_STATES, 16384);
LIMIT(MAX_OFFSETS, 1024); /* in one node */

/* A copy that leads to another place, and moves `left` bytes there. */
struct step {
    unsigned known, group;
    uint64_t left;
};
struct steps {
    bool found;
    unsigned first, count;
};

struct known_place {
    struct place place;
    unsigned group; /* those that are one in a search */
    struct place_facts facts;
    struct steps steps[STEPS_KINDS]; /* without and with those that are repeated */
};

/* Progressions with the same elements but for where they start and end are one. */
struct group {
    unsigned member; /* the number of one of them */
    unsigned list;   /* the place from which steps are looked at; the furthest that lead here: */
    uint64_t left;
    int64_t off, hi;
};

/* The state of a group in the search with this number. */
struct group_state {
    unsigned search, state;
    uint64_t room; /* of the state */
    bool strided;
};

/* Open addressing: index + 1. */
struct table {
    unsigned *items, size;
};

struct known_places {
    VEC(struct known_place) places;
    VEC(struct group) groups;
    VEC(struct group_state) states; /* per group */
    VEC(struct step) steps;
    struct table by_place, by_group;
};

/* ---- numbers of places ----------------------------------------------------------------------- */

static uint64_t mixed(uint64_t h)
{
    return h * UINT64_C(0x9e3779b97f4a7c15) >> 20;
}

static uint64_t hash_place(const struct place *p)
{
    return mixed(((p->node * UINT64_C(31) + (uint64_t)p->off) * 31 + p->stride) * 31 +
                 (uint64_t)p->hi + p->down + p->access);
}

static bool is_same_group(const struct place *a, const struct place *b)
{
    return a->node == b->node && a->stride == b->stride && a->down == b->down &&
           a->access == b->access && types_windows_equal(a->window, b->window) &&
           (a->stride ? types_modulo(a->off - b->off, a->stride) == 0 : a->off == b->off);
}

static uint64_t hash_group(const struct place *p)
{
    uint64_t off = (uint64_t)(p->stride ? types_modulo(p->off, p->stride) : p->off);
    return mixed((p->node * UINT64_C(31) + off) * 31 + p->stride * 2 + p->down);
}

static unsigned *place_slot(const struct known_places *k, const struct place *p)
{
    unsigned mask = k->by_place.size - 1, *items = k->by_place.items;
    unsigned i = (unsigned)hash_place(p) & mask;
    while (items[i] && !types_places_equal(&k->places.items[items[i] - 1].place, p))
        i = (i + 1) & mask;
    return &items[i];
}

static unsigned *group_slot(const struct known_places *k, const struct place *p)
{
    unsigned mask = k->by_group.size - 1, *items = k->by_group.items;
    unsigned i = (unsigned)hash_group(p) & mask;
    while (items[i] &&
           !is_same_group(&k->places.items[k->groups.items[items[i] - 1].member].place, p))
        i = (i + 1) & mask;
    return &items[i];
}

static void table_enlarge(struct types *t, struct table *table)
{
    table->size = table->size ? 2 * table->size : SMALLEST_TABLE;
    table->items = ARENA_ARRAY(t->arena, unsigned, table->size);
}

static void enlarge(struct types *t, struct known_places *k)
{
    if (2 * k->places.count >= k->by_place.size) {
        table_enlarge(t, &k->by_place);
        for (unsigned i = 0; i < k->places.count; i++)
            *place_slot(k, &k->places.items[i].place) = i + 1;
    }
    if (2 * k->groups.count >= k->by_group.size) {
        table_enlarge(t, &k->by_group);
        for (unsigned i = 0; i < k->groups.count; i++)
            *group_slot(k, &k->places.items[k->groups.items[i].member].place) = i + 1;
    }
}

static unsigned group_of(struct types *t, struct known_places *k, const struct place *p)
{
    unsigned *slot = group_slot(k, p);
    if (!*slot) {
        struct group fresh = {.member = k->places.count, .list = MAP_NO_ID};
        struct group_state none = {.strided = p->stride != 0};
        VEC_PUSH(t->arena, &k->groups, fresh);
        VEC_PUSH(t->arena, &k->states, none);
        *slot = k->groups.count;
    }
    return *slot - 1;
}

unsigned types_known(struct types *t, const struct place *p)
{
    if (!t->known_places)
        t->known_places = ARENA_NEW(t->arena, struct known_places);
    struct known_places *k = t->known_places;
    enlarge(t, k);
    unsigned *slot = place_slot(k, p);
    if (!*slot) {
        struct known_place fresh = {.place = *p, .group = group_of(t, k, p)};
        VEC_PUSH(t->arena, &k->places, fresh);
        *slot = k->places.count;
    }
    return *slot - 1;
}

struct place_facts *types_facts_known(struct types *t, unsigned known)
{
    return &t->known_places->places.items[known].facts;
}

struct finding types_at_known(struct types *t, unsigned known)
{
    struct known_place *p = &t->known_places->places.items[known];
    if (!p->facts.resolved) {
        p->facts.finding = types_resolve_place(t, p->place);
        p->facts.resolved = true;
    }
    return p->facts.finding;
}

struct finding types_at(struct types *t, const struct place *p)
{
    return types_at_known(t, types_known(t, p));
}

unsigned types_state_known(struct types *t, struct states *s, unsigned i)
{
    struct state *x = &s->items.items[i];
    if (x->known == MAP_NO_ID)
        x->known = types_known(t, &x->place);
    return x->known;
}

/* ---- where copies lead ----------------------------------------------------------------------- */

/* Integers are declared here, which a copy of numbers does not move, nor one that is done along an
 * array of numbers. */
static bool is_passed_by(struct types *t, const struct edge *e, unsigned side, struct place at)
{
    bool along = e->end[side].stride && !at.stride;
    struct finding f = e->numbers || along ? types_at(t, &at) : (struct finding){0};
    if (e->numbers && (f.guessed || (f.kind == ENTRY_INT && f.declared)))
        return true;
    return along && f.field && types_at(t, &e->end[side]).kind == ENTRY_FLOAT;
}

/* Where the last of the `size` bytes that start at each element of a place ends, or NO_BOUND. */
static int64_t end_of(const struct place *p, uint64_t size)
{
    int64_t last = p->stride ? p->hi : p->off;
    return last == NO_BOUND || size >= INT32_MAX ? NO_BOUND : last + (int64_t)size;
}

/* No element of p is among the `size` bytes that start at each element of a. */
static bool is_beside(const struct place *a, const struct place *p, uint64_t size)
{
    bool behind = !p->down && p->off >= end_of(a, size),
         before = !a->down && (p->stride ? p->hi : p->off + 1) <= a->off;
    return behind || before;
}

/* A byte seen from the other end of a copy, which moves `left` bytes from there on. */
struct crossing {
    struct place to;
    uint64_t left;
};

/* The bytes of w as seen from b, the other end of a copy of `size` bytes from or to a; size 0:
 * anything. */
static struct window window_across(struct window w, const struct place *a, const struct place *b,
                                   uint64_t size)
{
    bool one = !a->stride || (size <= a->stride && w.period % a->stride == 0); /* of the elements */
    uint64_t period = gcd_of(b->stride, one && a->stride ? 0 : gcd_of(a->stride, w.period));
    int64_t first = one && a->stride ? types_modulo(w.low - a->off, a->stride) : w.low - a->off;
    bool wraps = one && a->stride && (uint64_t)first + w.size > a->stride;
    if (!w.size || wraps || (period && w.size > period))
        return (struct window){0};
    return (struct window){b->off + first, w.size, period};
}

/* What the copy moves is in these bytes, seen from b: in those of p, and in those that it writes or
 * reads there. */
static struct window copied_window(const struct place *p, const struct place *a,
                                   const struct place *b, uint64_t size)
{
    struct window w = b->window.size ? b->window : window_across(p->window, a, b, size),
                  all = {b->off, size, b->stride};
    bool known = size <= INT32_MAX && (!b->stride || size < b->stride);
    return known && (!w.size || size < w.size) ? all : w;
}

/* The copy moves any number of bytes within an object, by `shift` bytes up or down, as often as it
 * is made: p leads to all places that many bytes apart. Else 0. */
static uint64_t repeated_shift(const struct edge *e, unsigned side, const struct place *p)
{
    const struct place *a = &e->end[side], *b = &e->end[!side];
    bool exact = !a->stride && !b->stride && !p->stride;
    return exact && a->node == b->node && e->size == SIZE_UNLIMITED ? types_distance(a->off, b->off)
                                                                    : 0;
}

/* False if the copy does not move the byte p at its end `side`. */
static bool cross(struct types *t, const struct edge *e, unsigned side, struct place p,
                  struct crossing *out)
{
    struct place a = e->end[side], b = e->end[!side];
    uint64_t g = gcd_of(a.stride, p.stride), ambiguity = 0;
    int64_t rel = p.off - a.off;
    if (is_beside(&a, &p, e->size) || types_places_part(&a, e->size, &p, 1))
        return false;
    if (g)
        rel = types_modulo(rel, g);
    if (rel < 0 || (uint64_t)rel >= e->size || is_passed_by(t, e, side, p))
        return false;
    if (g && e->size - (uint64_t)rel > g)
        ambiguity = g;
    int64_t end = end_of(&b, e->size);
    b = graph_offset(b, rel);
    uint64_t shift = repeated_shift(e, side, &p);
    if (ambiguity || shift) {
        b.window = copied_window(&p, &a, &e->end[!side], e->size);
        b.stride = gcd_of(b.stride, gcd_of(ambiguity, shift));
        b.hi = end;
    }
    if (shift && b.off < p.off) { /* down to where the copy begins */
        int64_t lowest = e->end[!side].off;
        b.hi = b.off + 1;
        b.off = lowest + types_modulo(b.off - lowest, shift);
    }
    out->to = b;
    out->left = e->size - (uint64_t)rel;
    return true;
}

/* The step leads no further than those before it in the list. */
static bool is_repeated(struct group *g, unsigned list, const struct place *to, uint64_t left)
{
    bool first = g->list != list, strided = to->stride;
    if (first)
        g->list = list, g->left = left, g->off = to->off, g->hi = to->hi;
    if (!first && left <= g->left && (!strided || (to->hi <= g->hi && to->off >= g->off)))
        return true;
    g->left = left > g->left ? left : g->left;
    g->hi = to->hi > g->hi ? to->hi : g->hi;
    g->off = to->off < g->off ? to->off : g->off;
    return false;
}

static void add_step(struct types *t, unsigned from, const struct edge_end *end, bool repeated)
{
    struct known_places *k = t->known_places;
    struct crossing c;
    if (!cross(t, &t->edges.items[end->edge], end->side, k->places.items[from].place, &c))
        return;
    unsigned to = types_known(t, &c.to);
    struct step step = {to, k->places.items[to].group, c.left};
    struct group *g = &k->groups.items[step.group];
    if (repeated || !is_repeated(g, from, &c.to, c.left))
        VEC_PUSH(t->arena, &k->steps, step);
}

/* The first of the short copies that may reach as far as `off`. */
static unsigned first_short(const struct types *t, const struct shelf *shelf, int64_t off)
{
    unsigned low = 0, high = shelf->edge_short;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (t->edge_ends.items[shelf->edge_first + middle].off > off - SHORT_COPY)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void find_steps(struct types *t, unsigned from, bool repeated)
{
    struct place at = t->known_places->places.items[from].place;
    const struct shelf *shelf = &t->shelves[at.node];
    const struct edge_end *ends = shelf->edge_count ? &t->edge_ends.items[shelf->edge_first] : NULL;
    bool exact = !at.stride;
    for (unsigned k = exact ? first_short(t, shelf, at.off) : 0; k < shelf->edge_short; k++) {
        if (exact && ends[k].off > at.off)
            break;
        add_step(t, from, &ends[k], repeated);
    }
    for (unsigned k = shelf->edge_short; k < shelf->edge_count; k++)
        add_step(t, from, &ends[k], repeated);
}

static struct steps steps_from(struct types *t, unsigned from, bool repeated)
{
    struct known_places *k = t->known_places;
    struct steps *steps = &k->places.items[from].steps[repeated];
    if (steps->found)
        return *steps;
    unsigned first = k->steps.count;
    find_steps(t, from, repeated);
    steps = &k->places.items[from].steps[repeated]; /* the list may have moved */
    *steps = (struct steps){true, first, k->steps.count - first};
    return *steps;
}

/* ---- the search ------------------------------------------------------------------------------ */

static struct states *states_empty(struct types *t, bool repeated)
{
    if (!t->states) {
        t->states = ARENA_NEW(t->arena, struct states);
        t->states->in_node = ARENA_ARRAY(t->arena, unsigned, t->shelved);
        t->states->wide = ARENA_ARRAY(t->arena, unsigned, t->shelved);
    }
    struct states *s = t->states;
    for (unsigned i = 0; i < s->items.count; i++)
        s->in_node[s->items.items[i].place.node] = s->wide[s->items.items[i].place.node] = 0;
    s->items.count = s->work.count = s->seen = 0;
    s->search++;
    s->repeated = repeated;
    s->crowded = false;
    s->limited = t->unsettled;
    return s;
}

/* Copies round a cycle may lead to ever further offsets of a node: from some number on all of them
 * count as one progression. */
static struct place merged(const struct place *p, const struct place *q)
{
    uint64_t step = gcd_of(gcd_of(p->stride, q->stride), types_distance(p->off, q->off));
    struct place all = *p;
    if (step)
        all = (struct place){.node = p->node,
                             .off = types_modulo(p->off, step),
                             .stride = step,
                             .hi = NO_BOUND,
                             .down = true};
    all.access = p->access == q->access ? p->access : 0;
    return all;
}

/* The place as which one counts that comes to a node which has as many as it may. */
static struct place widened(const struct states *s, struct place p)
{
    unsigned wide = s->wide[p.node];
    if (wide)
        return merged(&s->items.items[wide - 1].place, &p);
    for (unsigned i = 0; i < s->items.count; i++)
        if (s->items.items[i].place.node == p.node)
            p = merged(&s->items.items[i].place, &p);
    return p;
}

/* True if x goes further than the old state of the same place, which then goes as far. */
static bool state_extend(struct state *old, const struct place *place, uint64_t room)
{
    bool more = room > old->room, strided = place->stride,
         above = strided && place->hi > old->place.hi,
         below = strided && place->off < old->place.off;
    if (more)
        old->room = room;
    if (above)
        old->place.hi = place->hi;
    if (below)
        old->place.off = place->off;
    if (above || below)
        old->known = MAP_NO_ID;
    return more || above || below;
}

static void state_new(struct types *t, struct states *s, unsigned known, uint64_t room)
{
    struct known_places *k = t->known_places;
    struct state fresh = {k->places.items[known].place, room, known};
    struct group_state *g = &k->states.items[k->places.items[known].group];
    g->search = s->search;
    g->state = s->items.count;
    g->room = room;
    VEC_PUSH(t->arena, &s->items, fresh);
    VEC_PUSH(t->arena, &s->work, g->state);
    s->crowded |= ++s->in_node[fresh.place.node] >= MAX_OFFSETS;
    s->limited |= s->items.count > MAX_STATES;
}

static void state_add(struct types *t, struct states *s, unsigned known, uint64_t room)
{
    struct known_places *k = t->known_places;
    unsigned node = k->places.items[known].place.node;
    bool full = s->in_node[node] >= MAX_OFFSETS;
    if (full) {
        struct place wide = widened(s, k->places.items[known].place);
        known = types_known(t, &wide);
    }
    struct group_state *g = &k->states.items[k->places.items[known].group];
    bool met = g->search == s->search;
    if (full)
        s->wide[node] = (met ? g->state : s->items.count) + 1;
    if (!met)
        state_new(t, s, known, room);
    else if (state_extend(&s->items.items[g->state], &k->places.items[known].place, room)) {
        g->room = s->items.items[g->state].room;
        VEC_PUSH(t->arena, &s->work, g->state);
    }
}

/* The step leads to a state that it does not extend. Where offsets are merged it makes a
 * difference. */
static bool is_known_state(const struct types *t, const struct states *s, const struct step *step,
                           uint64_t room)
{
    const struct group_state *g = &t->known_places->states.items[step->group];
    return !s->repeated && g->search == s->search && !g->strided && room <= g->room;
}

static void start(struct states *s, const struct query *q, uint64_t x, uint64_t room)
{
    struct types *t = q->t;
    for (unsigned i = 0; i < q->count; i++) {
        if (q->starts[i].node == NO_NODE)
            continue;
        struct place p = graph_find(&t->graph, q->starts[i]);
        if (p.node >= t->shelved)
            continue; /* made after the analysis: nothing is known */
        p = graph_offset(p, (int64_t)x);
        state_add(t, s, types_known(t, &p), room);
    }
}

static struct states *begin(const struct search *w, bool repeated)
{
    struct states *s = states_empty(w->q->t, repeated);
    for (uint64_t x = 0; x < w->count; x++)
        start(s, w->q, w->x + x, w->room);
    return s;
}

static bool is_given_up(const struct states *s)
{
    return s->limited || (s->crowded && !s->repeated);
}

static void follow_copies(struct types *t, struct states *s, unsigned i)
{
    unsigned known = types_state_known(t, s, i);
    uint64_t room = s->items.items[i].room;
    struct steps steps = steps_from(t, known, s->repeated);
    for (unsigned k = 0; k < steps.count && !is_given_up(s); k++) {
        struct step step = t->known_places->steps.items[steps.first + k];
        uint64_t left = room < step.left ? room : step.left;
        if (!is_known_state(t, s, &step, left))
            state_add(t, s, step.known, left);
    }
}

/* True where the search stops. */
static bool go_on(const struct search *w, struct states *s)
{
    struct types *t = w->q->t;
    unsigned looked = 0;
    for (unsigned i = 0; i < s->work.count && !is_given_up(s); i++) {
        for (; w->stop && looked < s->items.count; looked++)
            if (w->stop(t, s, looked, w->kind))
                return true;
        follow_copies(t, s, s->work.items[i]);
    }
    return false;
}

struct states *types_search(const struct search *w, bool *stopped)
{
    struct states *s = begin(w, false);
    bool stops = go_on(w, s);
    if (!stops && s->crowded) {
        s = begin(w, true);
        stops = go_on(w, s);
    }
    if (stopped)
        *stopped = stops;
    return s;
}

struct states *types_search_starts(const struct search *w)
{
    return begin(w, true);
}
