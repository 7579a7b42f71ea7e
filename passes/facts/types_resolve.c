/* Answers "what is at byte x of this place" from the evidence.
 *
 * Entries that cover the byte compete: an exact offset beats an array element, longer strides beat
 * shorter ones, a later array start beats an earlier one, and what is only congruent comes last.
 * Among equals accesses beat TBAA beats declared types. Floating point wins over integer use at the
 * same byte (integer tricks on numbers; adding adjoints to integer bytes of a shadow is harmless);
 * FP and pointer, or two FP formats, are a conflict. Where the bytes themselves say nothing, the
 * places they were copied from or to are asked, nearest first. */
#include "facts/types_state.h"
#include <stdlib.h>

enum {
    MAX_CANDIDATES = 64,
    MAX_STATES = 64,
    MAX_LEVELS = 64,
    INTEGER_LEVELS = 4,
    RESOLVED_CACHE = 4096
};

/* The answer for a place; copies lead from many places to the same few. */
struct resolved {
    struct place place;
    bool known;
    struct finding finding;
};

/* ---- sorting the evidence by node ------------------------------------------------------------ */

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

static int compare_entries(const void *va, const void *vb)
{
    const struct entry *a = va, *b = vb;
    int64_t flip = INT64_MIN;
    uint64_t keys[][2] = {
        {a->node, b->node},
        {a->stride != 0, b->stride != 0},
        {(uint64_t)(a->off ^ flip), (uint64_t)(b->off ^ flip)},
        {a->stride, b->stride},
        {a->kind, b->kind},
        {a->level, b->level},
        {a->size, b->size},
        {a->stride ? (uint64_t)(a->hi ^ flip) : 0, b->stride ? (uint64_t)(b->hi ^ flip) : 0},
        {a->down, b->down},
        {type_rank(a->type), type_rank(b->type)},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return compare(keys[i][0], keys[i][1]);
    return 0;
}

static int compare_ends(const void *va, const void *vb)
{
    const struct edge_end *a = va, *b = vb;
    int c = compare(a->node, b->node);
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

static void shelve_edges(struct types *t)
{
    for (unsigned i = 0; i < t->edges.count; i++)
        for (uint8_t side = 0; side < 2; side++) {
            struct edge_end end = {t->edges.items[i].end[side].node, i, side};
            VEC_PUSH(t->arena, &t->edge_ends, end);
        }
    if (t->edge_ends.count)
        qsort(t->edge_ends.items, t->edge_ends.count, sizeof *t->edge_ends.items, compare_ends);
    for (unsigned i = 0; i < t->edge_ends.count; i++) {
        struct shelf *s = &t->shelves[t->edge_ends.items[i].node];
        if (!s->edge_count++)
            s->edge_first = i;
    }
}

void types_shelve(struct types *t)
{
    t->shelved = t->graph.nodes.count;
    t->shelves = ARENA_ARRAY(t->arena, struct shelf, t->shelved);
    for (unsigned i = 0; i < t->entries.count; i++) {
        struct entry *e = &t->entries.items[i];
        struct place p =
            graph_find(&t->graph, (struct place){e->node, e->off, e->stride, e->hi, e->down});
        *e = (struct entry){p.node, e->kind,   e->level, e->size, p.off,
                            p.hi,   e->stride, e->down,  e->type};
    }
    for (unsigned i = 0; i < t->edges.count; i++)
        for (unsigned side = 0; side < 2; side++)
            t->edges.items[i].end[side] = graph_find(&t->graph, t->edges.items[i].end[side]);
    shelve_edges(t);
    types_spread(t);
    shelve_entries(t);
    shelve_vague(t);
    t->resolved = ARENA_ARRAY(t->arena, struct resolved, RESOLVED_CACHE);
}

/* ---- one place ------------------------------------------------------------------------------- */

#define SCORE_EXACT UINT64_MAX

struct candidate {
    const struct entry *entry;
    uint64_t score;  /* stride of the progression that covers the byte, SCORE_EXACT, or 0 if only
                        congruent */
    uint64_t inside; /* bytes of the entry before the byte asked about */
};
struct candidates {
    unsigned count, best, next; /* next: slot to reuse when full */
    struct candidate items[MAX_CANDIDATES];
};

/* Of two arrays, the one that starts later; where an array that goes on below the place where it
 * was met starts is not known. */
static bool better(const struct candidate *a, const struct candidate *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    bool starts_known = !a->entry->down && !b->entry->down;
    return a->score != SCORE_EXACT && a->score && starts_known && a->entry->off > b->entry->off;
}

static bool same_group(const struct candidate *a, const struct candidate *b)
{
    return !better(a, b) && !better(b, a);
}

/* x says nothing that a candidate of the same group does not say. */
static bool says_the_same(const struct candidate *x, const struct candidate *y)
{
    const struct entry *a = x->entry, *b = y->entry;
    return same_group(x, y) && x->inside == y->inside && a->kind == b->kind &&
           a->level == b->level && a->type == b->type && a->size == b->size;
}

/* When full, only what is at least as good as the best still enters. */
static void candidate_add(struct candidates *c, struct candidate x)
{
    for (unsigned i = 0; i < c->count; i++)
        if (says_the_same(&x, &c->items[i]))
            return;
    unsigned slot = c->count;
    const struct candidate *old = &c->items[c->best];
    bool best =
        !c->count || better(&x, old) || (same_group(&x, old) && old->entry->down && !x.entry->down);
    if (c->count < MAX_CANDIDATES)
        c->count++;
    else if (!best && better(old, &x))
        return;
    else {
        slot = c->next == c->best ? c->next + 1 : c->next;
        slot %= MAX_CANDIDATES;
        c->next = (slot + 1) % MAX_CANDIDATES;
    }
    c->items[slot] = x;
    if (best)
        c->best = slot;
}

static void collect_exact(const struct types *t, struct place p, struct candidates *c)
{
    const struct shelf *s = &t->shelves[p.node];
    const struct entry *e = &t->entries.items[s->first];
    if (p.stride) {
        for (unsigned i = 0; i < s->exact; i++) {
            uint64_t inside = (uint64_t)types_modulo(p.off - e[i].off, p.stride);
            if (inside < e[i].size && e[i].off < p.hi)
                candidate_add(c, (struct candidate){&e[i], 0, inside});
        }
        return;
    }
    unsigned lo = 0, hi = s->exact; /* first entry behind p.off */
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (e[mid].off <= p.off)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (unsigned i = lo; i-- > 0 && p.off - e[i].off < 64;)
        if ((uint64_t)(p.off - e[i].off) < e[i].size)
            candidate_add(c, (struct candidate){&e[i], SCORE_EXACT, (uint64_t)(p.off - e[i].off)});
}

static void collect_strided(const struct types *t, struct place p, struct candidates *c)
{
    const struct shelf *s = &t->shelves[p.node];
    for (unsigned i = s->exact; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        uint64_t g = types_gcd(e->stride, p.stride),
                 inside = (uint64_t)types_modulo(p.off - e->off, g);
        bool above = p.off >= e->off || e->down;
        if (inside >= e->size || p.off >= e->hi || (!above && (!p.stride || p.hi <= e->off)))
            continue;
        bool forward = above && g == e->stride;
        if (inside && e->kind != ENTRY_INT && e->kind != ENTRY_PAD)
            continue; /* not at an element: says nothing about this byte */
        candidate_add(c, (struct candidate){e, forward ? e->stride : 0, inside});
    }
}

static void note_fp(struct finding *f, LLVMTypeRef type, uint64_t size)
{
    if ((f->kind & ENTRY_FLOAT) && f->type != type)
        f->kind |= ENTRY_CONFLICT;
    f->kind |= ENTRY_FLOAT;
    f->type = type;
    f->size = size;
}

/* Reduces a mask of kinds to one. */
static void settle(struct finding *f)
{
    if ((f->kind & ENTRY_CONFLICT) || ((f->kind & ENTRY_FLOAT) && (f->kind & ENTRY_PTR)))
        f->kind = ENTRY_CONFLICT;
    else if (f->kind & ENTRY_FLOAT)
        f->kind = ENTRY_FLOAT;
    else if (f->kind & ENTRY_PTR)
        f->kind = ENTRY_PTR;
    else if (f->kind & ENTRY_INT)
        f->kind = ENTRY_INT;
}

static void note(struct finding *f, const struct candidate *c)
{
    const struct entry *e = c->entry;
    uint64_t rest = e->size - c->inside;
    if (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) {
        if (c->inside)
            f->kind |= ENTRY_CONFLICT;
        else if (e->kind == ENTRY_FLOAT)
            note_fp(f, e->type, e->size);
        else if (!(f->kind & ENTRY_FLOAT)) {
            f->kind |= ENTRY_PTR;
            f->type = e->type;
            f->size = e->size;
        } else
            f->kind |= ENTRY_PTR;
        return;
    }
    if (e->kind == ENTRY_INT && e->level != LEVEL_ACCESS)
        f->declared = true;
    if (!(f->kind & ~(unsigned)ENTRY_PAD) && (!f->kind || e->kind == ENTRY_INT || f->size < rest)) {
        f->size = rest;
        f->type = e->type;
    } else if (f->kind == ENTRY_INT && e->kind == ENTRY_INT && rest > f->size) {
        f->size = rest;
        f->type = e->type;
    }
    f->kind |= e->kind;
}

/* What the candidates of the group of `best` say at one level (or, level < 0, at any). */
static struct finding judge_level(const struct candidates *c, const struct candidate *best,
                                  int level, bool at_start)
{
    struct finding f = {.score = best->score};
    for (unsigned i = 0; i < c->count; i++) {
        const struct candidate *x = &c->items[i];
        if (same_group(x, best) && (level < 0 || (int)x->entry->level == level) &&
            (!at_start || !x->inside))
            note(&f, x);
    }
    settle(&f);
    return f;
}

/* A number is accessed as such or through its bits (TBAA), and a pointer in the other way: a union.
 */
static bool is_union(const struct candidates *c, const struct candidate *best)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < c->count; i++)
        if (same_group(&c->items[i], best) && c->items[i].entry->level != LEVEL_DECLARED &&
            !c->items[i].inside)
            kinds |= c->items[i].entry->kind;
    return (kinds & ENTRY_FLOAT) && (kinds & ENTRY_PTR);
}

static struct finding judge(const struct candidates *c, const struct candidate *best)
{
    struct finding f = {0}, any = judge_level(c, best, -1, false);
    bool at_start = false;
    for (unsigned i = 0; i < c->count; i++)
        at_start |= same_group(&c->items[i], best) && !c->items[i].inside &&
                    c->items[i].entry->kind != ENTRY_PAD;
    for (int level = LEVEL_ACCESS; level >= LEVEL_DECLARED && !(f.kind & ~(unsigned)ENTRY_PAD);
         level--) {
        struct finding g = judge_level(c, best, level, at_start);
        if (g.kind)
            f = g;
    }
    if (f.kind == ENTRY_INT) { /* an integer by use may still be declared a number */
        struct finding all = judge_level(c, best, -1, at_start);
        if (all.kind == ENTRY_FLOAT)
            f = all;
    }
    if (is_union(c, best))
        f.kind = ENTRY_CONFLICT;
    f.declared = any.declared;
    return f;
}

/* True if a number or pointer is known to start within (p, p + size). */
static bool interrupted(const struct types *t, struct place p, uint64_t size)
{
    const struct shelf *s = &t->shelves[p.node];
    for (unsigned i = 0; i < s->exact; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        if (e->off > p.off && (uint64_t)(e->off - p.off) < size &&
            (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR))
            return true;
    }
    return false;
}

/* An exact offset used as integer only, inside an array of numbers: a look at the bits of one
 * element. */
static struct finding element_of_array(const struct types *t, struct place p,
                                       const struct candidates *c)
{
    const struct candidate *best = NULL;
    struct finding none = {0};
    for (unsigned i = 0; i < c->count; i++) {
        const struct candidate *x = &c->items[i];
        if (x->score && x->score != SCORE_EXACT && (!best || better(x, best)))
            best = x;
    }
    if (!best)
        return none;
    struct finding f = judge(c, best);
    return f.kind == ENTRY_FLOAT && !interrupted(t, p, f.size) ? f : none;
}

/* An exact offset used as integer only, inside an array that is declared to have integers: nothing
 * else is ever there. */
static bool declared_by_array(const struct candidates *c)
{
    bool declared = false;
    for (unsigned i = 0; i < c->count; i++) {
        const struct candidate *x = &c->items[i];
        if (x->entry->kind == ENTRY_FLOAT || x->entry->kind == ENTRY_PTR)
            return false;
        declared |= x->score && x->entry->kind == ENTRY_INT && x->entry->level == LEVEL_DECLARED;
    }
    return declared;
}

/* Only declarations and the types of pointers say integer, and numbers are read or written at the
 * same byte through other indices: memory for bits of numbers. */
static bool holds_bits_of_numbers(struct place p, const struct candidates *c,
                                  const struct finding *f)
{
    bool number = false;
    for (unsigned i = 0; i < c->count && f->kind == ENTRY_INT && f->declared; i++) {
        const struct candidate *x = &c->items[i];
        bool access = x->entry->level == LEVEL_ACCESS;
        if (access && x->entry->kind == ENTRY_INT)
            return false;
        number |= access && x->entry->kind == ENTRY_FLOAT && (x->score || p.stride) && !x->inside;
    }
    return number;
}

/* Steps between the elements got lost on the way to place p, and beside what was found, a pointer
 * or a number, the other one is accessed at the same offset: a union, or structs of several types.
 */
static bool is_shared(const struct types *t, struct place p, const struct finding *f)
{
    const struct shelf *s = &t->shelves[p.node];
    unsigned other = f->kind == ENTRY_PTR ? ENTRY_FLOAT : f->kind == ENTRY_FLOAT ? ENTRY_PTR : 0;
    for (unsigned i = s->exact; i < s->count && p.stride && other; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        if (e->kind == other && e->level == LEVEL_ACCESS && e->off == p.off && e->stride > p.stride)
            return true;
    }
    return false;
}

/* The elements of an array are integers by use, and elsewhere in it stands a number or a pointer of
 * that size. Or they are declared integers, and numbers are accessed at single ones, nothing else
 * at others (objects of several kinds in one place have both). */
static bool has_other_elements(struct place p, const struct candidates *c, const struct finding *f)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < c->count && p.stride && f->kind == ENTRY_INT; i++) {
        const struct candidate *x = &c->items[i];
        const struct entry *e = x->entry;
        bool element = !x->inside && e->size == f->size && (p.off <= e->off || p.down);
        if (element &&
            (!f->declared || (!e->stride && (e->level == LEVEL_ACCESS || e->kind == ENTRY_INT))))
            kinds |= e->kind;
    }
    return f->declared ? kinds == ENTRY_FLOAT : kinds & (ENTRY_FLOAT | ENTRY_PTR);
}

static bool is_integer_field(const struct candidates *c, const struct finding *f)
{
    for (unsigned i = 0; i < c->count && f->kind == ENTRY_INT; i++)
        if (c->items[i].score == SCORE_EXACT && c->items[i].entry->level == LEVEL_DECLARED &&
            c->items[i].entry->kind == ENTRY_INT)
            return true;
    return false;
}

static struct finding resolve_place(const struct types *t, struct place p)
{
    struct candidates c;
    struct finding none = {0};
    c.count = c.best = c.next = 0;
    collect_exact(t, p, &c);
    collect_strided(t, p, &c);
    if (!c.count)
        return none;
    struct finding f = judge(&c, &c.items[c.best]);
    if (f.kind == ENTRY_INT && !f.declared && f.score == SCORE_EXACT) {
        struct finding g = element_of_array(t, p, &c);
        if (g.kind) {
            g.guessed = true;
            return g;
        }
        f.declared = declared_by_array(&c);
    }
    f.field = is_integer_field(&c, &f);
    f.bits = holds_bits_of_numbers(p, &c, &f);
    bool vague = t->shelves[p.node].vague && (f.kind == ENTRY_FLOAT || f.kind == ENTRY_PTR);
    if (f.bits || vague || is_shared(t, p, &f) || has_other_elements(p, &c, &f))
        f.kind = ENTRY_CONFLICT;
    return f;
}

static struct finding resolve(const struct types *t, struct place p)
{
    uint64_t hash = (p.node * 31u + (uint64_t)p.off) * 31 + p.stride;
    struct resolved *r = &t->resolved[(hash * UINT64_C(0x9e3779b97f4a7c15) >> 32) % RESOLVED_CACHE];
    bool same = r->known && r->place.node == p.node && r->place.off == p.off &&
                r->place.stride == p.stride && r->place.hi == p.hi;
    if (!same)
        *r = (struct resolved){p, true, resolve_place(t, p)};
    return r->finding;
}

/* ---- along copies ---------------------------------------------------------------------------- */

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

/* Integers are declared here, which a copy of numbers does not move, nor one that is done along an
 * array of numbers. */
static bool is_passed_by(const struct types *t, const struct edge *e, unsigned side,
                         const struct state *s)
{
    bool along = e->end[side].stride && !s->place.stride;
    struct finding f = e->numbers || along ? resolve(t, s->place) : (struct finding){0};
    if (e->numbers && (f.guessed || (f.kind == ENTRY_INT && f.declared)))
        return true;
    return along && f.field && resolve(t, e->end[side]).kind == ENTRY_FLOAT;
}

/* The byte at p seen from the other end of an edge; false if the edge does not carry it. */
static bool cross(const struct edge *e, unsigned side, const struct state *from, struct state *to)
{
    struct place a = e->end[side], b = e->end[!side], p = from->place;
    uint64_t g = types_gcd(a.stride, p.stride), ambiguity = 0;
    int64_t rel = p.off - a.off;
    int64_t reach = e->size < INT32_MAX ? (int64_t)e->size : INT32_MAX;
    if (a.stride && !p.stride &&
        ((rel < 0 && !a.down) || (a.hi != NO_BOUND && p.off >= a.hi + reach)))
        return false;
    if (g)
        rel = types_modulo(rel, g);
    if (rel < 0 || (uint64_t)rel >= e->size)
        return false;
    if (g && e->size - (uint64_t)rel > g)
        ambiguity = g;
    uint64_t left = e->size - (uint64_t)rel;
    b.off += rel;
    if (b.hi != NO_BOUND)
        b.hi += rel;
    if (ambiguity) {
        b.stride = types_gcd(b.stride, ambiguity);
        b.hi = NO_BOUND;
    }
    bool shift = a.node == b.node && e->size >= INT32_MAX,
         blur = ambiguity || (p.stride && g != p.stride);
    *to = (struct state){b, from->room < left ? from->room : left, from->level + 1,
                         from->shifted || shift, from->blurred || blur};
    return true;
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

static void explore(const struct types *t, struct states *s, unsigned levels)
{
    for (unsigned i = 0; i < s->count && s->count < MAX_STATES && s->items[i].level < levels; i++) {
        const struct shelf *shelf = &t->shelves[s->items[i].place.node];
        for (unsigned k = 0; k < shelf->edge_count; k++) {
            const struct edge_end *end = &t->edge_ends.items[shelf->edge_first + k];
            struct state next;
            const struct edge *e = &t->edges.items[end->edge];
            if (cross(e, end->side, &s->items[i], &next) &&
                !is_passed_by(t, e, end->side, &s->items[i]))
                state_add(s, next);
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
static struct finding level_finding(const struct types *t, const struct states *s, unsigned *i,
                                    bool *partial)
{
    struct finding f = {0};
    unsigned level = s->items[*i].level, clear = 0;
    for (; *i < s->count && s->items[*i].level == level; ++*i) {
        struct finding g = resolve(t, s->items[*i].place);
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
static bool number_along(const struct types *t, struct states *s, unsigned i)
{
    explore(t, s, INTEGER_LEVELS);
    for (; i < s->count; i++) {
        struct finding g = resolve(t, s->items[i].place);
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

struct finding types_infer(const struct query *q, uint64_t x, uint64_t room)
{
    struct states s;
    struct finding conflict = {.kind = ENTRY_CONFLICT};
    unsigned i = 0;
    bool partial = false;
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

unsigned types_reach(const struct query *q, struct place *found, unsigned cap)
{
    struct states s;
    starts_of(q, 0, SIZE_UNLIMITED, &s);
    explore(q->t, &s, MAX_LEVELS);
    unsigned n = s.count < cap ? s.count : cap;
    for (unsigned i = 0; i < n; i++)
        found[i] = s.items[i].place;
    return s.count;
}
