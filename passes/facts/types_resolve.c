/* Answers "what is at byte x of this place" from the evidence.
 *
 * Entries that cover the byte compete: an exact offset beats an array element, longer strides beat
 * shorter ones, a later array start beats an earlier one, and what is only congruent comes last.
 * Among equals accesses beat TBAA beats declared types. Floating point wins over integer use at the
 * same byte (integer tricks on numbers; adding adjoints to integer bytes of a shadow is harmless);
 * FP and pointer, or two FP formats, are a conflict. Where the bytes themselves say nothing, the
 * places they were copied from or to are asked, nearest first. */
#include "base/limits.h"
#include "facts/types_answers.h"
#include "facts/types_state.h"
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_TABLE = 64 };
LIMIT(MAX_CANDIDATES, 64);
LIMIT(MAX_STATES, 4096);
LIMIT(MAX_OFFSETS, 64); /* in one node */
LIMIT(MAX_BEHIND, 64);  /* offsets at which copies begin */

/* The answer for a place; copies lead from many places to the same few. */
struct resolved {
    struct place place;
    bool known;
    struct finding finding;
};
struct resolved_table {
    struct resolved *items; /* open addressing */
    unsigned count, size;   /* size: a power of two, or 0 */
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

/* A floating-point value or pointer that is accessed, not only declared. */
static bool is_accessed_value(const struct entry *e)
{
    return (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) && e->level != LEVEL_DECLARED;
}

static void shelve_grids(struct types *t)
{
    for (unsigned i = 0; i < t->entries.count; i++) {
        const struct entry *e = &t->entries.items[i];
        struct shelf *s = &t->shelves[e->node];
        if (!is_accessed_value(e))
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
    t->resolved = ARENA_NEW(t->arena, struct resolved_table);
    t->answers = ARENA_NEW(t->arena, struct answers);
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
    bool limited;               /* there were more */
    bool others;                /* there were more that are worse than the best */
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

/* When full, only what is at least as good as the best still enters. What is worse counts where the
 * best says nothing but integer. */
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
    else if (!best && better(old, &x)) {
        c->others = true;
        return;
    } else {
        c->limited = true;
        slot = c->next == c->best ? c->next + 1 : c->next;
        slot %= MAX_CANDIDATES;
        c->next = (slot + 1) % MAX_CANDIDATES;
    }
    c->items[slot] = x;
    if (best)
        c->best = slot;
}

/* The byte p is none of the entry, as one of them stays in an array. */
static bool is_apart(const struct entry *e, const struct place *p)
{
    struct place at = types_place_at(e);
    return types_windows_part(&at, e->size, p, 1);
}

static void collect_exact(const struct types *t, struct place p, struct candidates *c)
{
    const struct shelf *s = &t->shelves[p.node];
    const struct entry *e = &t->entries.items[s->first];
    if (p.stride) {
        for (unsigned i = 0; i < s->exact; i++) {
            uint64_t inside = (uint64_t)types_modulo(p.off - e[i].off, p.stride);
            if (inside < e[i].size && e[i].off < p.hi && !is_apart(&e[i], &p))
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
        uint64_t g = gcd_of(e->stride, p.stride),
                 inside = (uint64_t)types_modulo(p.off - e->off, g);
        bool above = p.off >= e->off || e->down;
        if (inside >= e->size || p.off >= e->hi || (!above && (!p.stride || p.hi <= e->off)) ||
            is_apart(e, &p))
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

/* Nobody knows at which of several bytes, less than a value apart, the value starts. */
static bool overlaps_itself(const struct entry *e)
{
    return e->stride && e->stride < e->size;
}

static void note(struct finding *f, const struct candidate *c)
{
    const struct entry *e = c->entry;
    uint64_t rest = e->size - c->inside;
    if (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) {
        if (c->inside || overlaps_itself(e))
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

/* The entry covers bytes from off on, or from each multiple of its stride behind. */
static bool starts_before(const struct entry *a, const struct entry *b)
{
    return !a->stride || a->down || a->off < b->off + (int64_t)b->size || b->stride;
}

/* Before this, bytes may be covered: the last element begins before `hi`, and may end behind it. */
static int64_t covered_end(const struct entry *e)
{
    if (!e->stride || e->hi > INT32_MAX || e->off < -INT32_MAX || e->hi <= e->off)
        return e->hi;
    int64_t stride = (int64_t)e->stride,
            end = e->off + (e->hi - 1 - e->off) / stride * stride + (int64_t)e->size;
    return end > e->hi ? end : e->hi;
}

static bool windows_part(const struct entry *a, const struct entry *b)
{
    struct place p = types_place_at(a), q = types_place_at(b);
    return types_windows_part(&p, a->size, &q, b->size);
}

bool types_entries_overlap(const struct entry *a, const struct entry *b)
{
    uint64_t s = gcd_of(a->stride, b->stride);
    int64_t d = b->off - a->off;
    if (windows_part(a, b))
        return false;
    if (!s)
        return d < (int64_t)a->size && -d < (int64_t)b->size;
    if (!starts_before(a, b) || !starts_before(b, a) || (a->stride && b->off >= covered_end(a)) ||
        (b->stride && a->off >= covered_end(b)))
        return false;
    return (uint64_t)types_modulo(d, s) < a->size || (uint64_t)types_modulo(-d, s) < b->size;
}

/* Beside what was found at p, a pointer or a floating-point value, something else is accessed at
 * the same bytes: a union, structs of several types, or steps between elements got lost. */
static bool is_contested(const struct types *t, struct place p, const struct finding *f)
{
    const struct shelf *s = &t->shelves[p.node];
    struct entry at = types_entry_at(&p, f->size);
    if (f->kind != ENTRY_FLOAT && f->kind != ENTRY_PTR)
        return false;
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        bool differs =
            e->kind != (enum entry_kind)f->kind || (f->kind == ENTRY_FLOAT && e->type != f->type);
        if (is_accessed_value(e) && differs && types_entries_overlap(e, &at))
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

static bool has_pointers(const struct types *t, unsigned node)
{
    const struct shelf *s = &t->shelves[node];
    for (unsigned i = 0; i < s->count; i++)
        if (t->entries.items[s->first + i].kind == ENTRY_PTR)
            return true;
    return false;
}

static struct finding resolve_place(const struct types *t, struct place p)
{
    struct candidates c;
    struct finding none = {0};
    c.count = c.best = c.next = 0;
    c.limited = c.others = false;
    collect_exact(t, p, &c);
    collect_strided(t, p, &c);
    if (!c.count)
        return none;
    struct finding f = judge(&c, &c.items[c.best]);
    if (c.limited || (c.others && f.kind != ENTRY_FLOAT && f.kind != ENTRY_PTR))
        return (struct finding){
            .kind = ENTRY_CONFLICT, .limited = true, .pointers = has_pointers(t, p.node)};
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
    if (f.bits || vague || is_contested(t, p, &f) || has_other_elements(p, &c, &f))
        f.kind = ENTRY_CONFLICT;
    f.pointers = f.kind == ENTRY_PTR || (f.kind == ENTRY_CONFLICT && has_pointers(t, p.node));
    return f;
}

static uint64_t mixed(uint64_t h)
{
    return h * UINT64_C(0x9e3779b97f4a7c15) >> 20;
}

/* Where the answer for p is kept, or is to be. */
static struct resolved *resolved_slot(const struct resolved_table *r, struct place p)
{
    uint64_t h = mixed(((p.node * UINT64_C(31) + (uint64_t)p.off) * 31 + p.stride) * 31 +
                       (uint64_t)p.hi + p.down);
    for (struct resolved *x;; h++) {
        x = &r->items[h & (r->size - 1)];
        if (!x->known ||
            (x->place.node == p.node && x->place.off == p.off && x->place.stride == p.stride &&
             x->place.hi == p.hi && x->place.down == p.down &&
             types_windows_equal(x->place.window, p.window)))
            return x;
    }
}

static void resolved_enlarge(struct types *t, struct resolved_table *r)
{
    struct resolved_table old = *r;
    r->size = old.size ? 2 * old.size : SMALLEST_TABLE;
    r->items = ARENA_ARRAY(t->arena, struct resolved, r->size);
    for (unsigned i = 0; i < old.size; i++)
        if (old.items[i].known)
            *resolved_slot(r, old.items[i].place) = old.items[i];
}

static struct finding resolve(struct types *t, struct place p)
{
    struct resolved_table *table = t->resolved;
    if (2 * table->count >= table->size)
        resolved_enlarge(t, table);
    struct resolved *r = resolved_slot(table, p);
    if (!r->known) {
        *r = (struct resolved){p, true, resolve_place(t, p)};
        table->count++;
    }
    return r->finding;
}

/* ---- along copies ---------------------------------------------------------------------------- */

/* A place that the bytes asked about were copied from or to, by any number of copies. */
struct state {
    struct place place;
    uint64_t room; /* bytes that all copies on the way carry */
};
struct states {
    VEC(struct state) items;
    VEC(unsigned) work; /* indices of states whose copies are still to be followed */
    unsigned *table;    /* open addressing: index of the state + 1 */
    unsigned size;      /* of the table, a power of two */
    unsigned *in_node;  /* how many there are in each node */
    unsigned *wide;     /* per node: index + 1 of the progression that takes all others, or 0 */
    bool limited;       /* there are more */
};

/* Progressions with the same elements but for where they start and end are one. */
static bool same_place(const struct place *a, const struct place *b)
{
    return a->node == b->node && a->stride == b->stride && a->down == b->down &&
           types_windows_equal(a->window, b->window) &&
           (a->stride ? types_modulo(a->off - b->off, a->stride) == 0 : a->off == b->off);
}

static uint64_t hash_place(const struct place *p)
{
    uint64_t off = (uint64_t)(p->stride ? types_modulo(p->off, p->stride) : p->off),
             h = (p->node * UINT64_C(31) + off) * 31 + p->stride * 2 + p->down;
    return mixed(h);
}

static unsigned *state_slot(const struct states *s, const struct place *p)
{
    unsigned i = (unsigned)hash_place(p) & (s->size - 1);
    while (s->table[i] && !same_place(&s->items.items[s->table[i] - 1].place, p))
        i = (i + 1) & (s->size - 1);
    return &s->table[i];
}

static void enlarge(struct types *t, struct states *s)
{
    s->size = s->size ? 2 * s->size : SMALLEST_TABLE;
    s->table = ARENA_ARRAY(t->arena, unsigned, s->size);
    for (unsigned i = 0; i < s->items.count; i++)
        *state_slot(s, &s->items.items[i].place) = i + 1;
}

static struct states *states_empty(struct types *t)
{
    if (!t->states) {
        t->states = ARENA_NEW(t->arena, struct states);
        t->states->in_node = ARENA_ARRAY(t->arena, unsigned, t->shelved);
        t->states->wide = ARENA_ARRAY(t->arena, unsigned, t->shelved);
    }
    struct states *s = t->states;
    for (unsigned i = 0; i < s->items.count; i++)
        s->in_node[s->items.items[i].place.node] = s->wide[s->items.items[i].place.node] = 0;
    if (s->size)
        memset(s->table, 0, s->size * sizeof *s->table);
    s->items.count = s->work.count = 0;
    s->limited = t->unsettled;
    return s;
}

/* Copies round a cycle may lead to ever further offsets of a node: from some number on all of them
 * count as one progression. */
static struct place merged(const struct place *p, const struct place *q)
{
    uint64_t step = gcd_of(gcd_of(p->stride, q->stride), types_distance(p->off, q->off));
    if (!step)
        return *p;
    return (struct place){.node = p->node,
                          .off = types_modulo(p->off, step),
                          .stride = step,
                          .hi = NO_BOUND,
                          .down = true};
}

static void widen(const struct states *s, struct state *x)
{
    unsigned node = x->place.node, wide = s->wide[node];
    if (s->in_node[node] < MAX_OFFSETS)
        return;
    if (wide) {
        x->place = merged(&s->items.items[wide - 1].place, &x->place);
        return;
    }
    for (unsigned i = 0; i < s->items.count; i++)
        if (s->items.items[i].place.node == node)
            x->place = merged(&s->items.items[i].place, &x->place);
}

/* True if x goes further than the old state of the same place, which then goes as far. */
static bool state_extend(struct state *old, const struct state *x)
{
    bool room = x->room > old->room, strided = x->place.stride,
         above = strided && x->place.hi > old->place.hi,
         below = strided && x->place.off < old->place.off;
    if (room)
        old->room = x->room;
    if (above)
        old->place.hi = x->place.hi;
    if (below)
        old->place.off = x->place.off;
    return room || above || below;
}

static void state_add(struct types *t, struct states *s, struct state x)
{
    widen(s, &x);
    if (2 * s->items.count >= s->size)
        enlarge(t, s);
    unsigned *slot = state_slot(s, &x.place);
    if (s->in_node[x.place.node] >= MAX_OFFSETS)
        s->wide[x.place.node] = *slot ? *slot : s->items.count + 1;
    if (!*slot) {
        VEC_PUSH(t->arena, &s->items, x);
        *slot = s->items.count;
        s->in_node[x.place.node]++;
        s->limited |= s->items.count > MAX_STATES;
        VEC_PUSH(t->arena, &s->work, *slot - 1);
        return;
    }
    if (state_extend(&s->items.items[*slot - 1], &x))
        VEC_PUSH(t->arena, &s->work, *slot - 1);
}

/* Integers are declared here, which a copy of numbers does not move, nor one that is done along an
 * array of numbers. */
static bool is_passed_by(struct types *t, const struct edge *e, unsigned side, struct place at)
{
    bool along = e->end[side].stride && !at.stride;
    struct finding f = e->numbers || along ? resolve(t, at) : (struct finding){0};
    if (e->numbers && (f.guessed || (f.kind == ENTRY_INT && f.declared)))
        return true;
    return along && f.field && resolve(t, e->end[side]).kind == ENTRY_FLOAT;
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

/* False if the copy does not move the byte p at its end `side`. */
static bool cross(struct types *t, const struct edge *e, unsigned side, struct place p,
                  struct crossing *out)
{
    struct place a = e->end[side], b = e->end[!side];
    uint64_t g = gcd_of(a.stride, p.stride), ambiguity = 0;
    int64_t rel = p.off - a.off;
    if (is_beside(&a, &p, e->size) || types_windows_part(&a, e->size, &p, 1))
        return false;
    if (g)
        rel = types_modulo(rel, g);
    if (rel < 0 || (uint64_t)rel >= e->size || is_passed_by(t, e, side, p))
        return false;
    if (g && e->size - (uint64_t)rel > g)
        ambiguity = g;
    int64_t end = end_of(&b, e->size);
    b = graph_offset(b, rel);
    if (ambiguity) {
        b.stride = gcd_of(b.stride, ambiguity);
        b.hi = end;
    }
    out->to = b;
    out->left = e->size - (uint64_t)rel;
    return true;
}

static void start(const struct query *q, uint64_t x, uint64_t room, struct states *s)
{
    for (unsigned i = 0; i < q->count; i++)
        if (q->starts[i].node != NO_NODE) {
            struct place p = graph_find(&q->t->graph, q->starts[i]);
            if (p.node >= q->t->shelved)
                continue; /* made after the analysis: nothing is known */
            struct state at = {.place = graph_offset(p, (int64_t)x), .room = room};
            state_add(q->t, s, at);
        }
}

static void follow_copy(struct types *t, struct states *s, const struct state *from,
                        const struct edge_end *end)
{
    struct crossing c;
    if (!cross(t, &t->edges.items[end->edge], end->side, from->place, &c))
        return;
    struct state next = {c.to, from->room < c.left ? from->room : c.left};
    state_add(t, s, next);
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

static void follow_copies(struct types *t, struct states *s, const struct state *from)
{
    const struct shelf *shelf = &t->shelves[from->place.node];
    const struct edge_end *ends = &t->edge_ends.items[shelf->edge_first];
    bool exact = !from->place.stride;
    unsigned k = exact ? first_short(t, shelf, from->place.off) : 0;
    for (; k < shelf->edge_short && !s->limited; k++) {
        if (exact && ends[k].off > from->place.off)
            break;
        follow_copy(t, s, from, &ends[k]);
    }
    for (k = shelf->edge_short; k < shelf->edge_count && !s->limited; k++)
        follow_copy(t, s, from, &ends[k]);
}

/* Pointers and floating-point values are among what the places found so far hold, so that the rest
 * makes no difference. `seen`, `looked`: ENTRY_* of the first places, and how many these are. */
static bool is_settled_conflict(struct types *t, const struct states *s, unsigned *seen,
                                unsigned *looked)
{
    for (; *looked < s->items.count; ++*looked) {
        struct finding f = resolve(t, s->items.items[*looked].place);
        *seen |= f.kind == ENTRY_CONFLICT && f.pointers ? ENTRY_FLOAT | ENTRY_PTR : f.kind;
    }
    return (*seen & ENTRY_FLOAT) && (*seen & ENTRY_PTR);
}

/* The places that the byte x of the places in q was copied from or to: all, or as many as settle
 * that it is a conflict. */
static const struct states *explore(const struct query *q, uint64_t x, uint64_t room, bool all)
{
    struct states *s = states_empty(q->t);
    unsigned seen = 0, looked = 0;
    start(q, x, room, s);
    for (unsigned i = 0; i < s->work.count && !s->limited; i++) {
        struct state from = s->items.items[s->work.items[i]];
        if (!all && is_settled_conflict(q->t, s, &seen, &looked))
            break;
        follow_copies(q->t, s, &from);
    }
    return s;
}

/* ---- what all places together say ------------------------------------------------------------ */

struct evidence {
    unsigned kinds; /* ENTRY_*, ENTRY_CONFLICT: several types of floating-point values, or parts */
    bool pointers, limited;
    struct finding number, address, integer;
};

static void evidence_add(struct types *t, struct evidence *e, const struct finding *f,
                         const struct state *x)
{
    bool whole = (f->kind != ENTRY_FLOAT && f->kind != ENTRY_PTR) ||
                 (LLVMStoreSizeOfType(t->target, f->type) <= x->room &&
                  x->place.stride % LLVMStoreSizeOfType(t->target, f->type) == 0);
    e->kinds |= f->kind;
    e->pointers |= f->pointers;
    e->limited |= f->limited;
    if (!whole || (f->kind == ENTRY_FLOAT && e->number.kind && e->number.type != f->type))
        e->kinds |= ENTRY_CONFLICT;
    if (f->kind == ENTRY_FLOAT)
        e->number = *f;
    if (f->kind == ENTRY_PTR)
        e->address = *f;
}

/* Bytes that are declared integers or have no type at the places asked about themselves. */
static void integer_add(struct finding *integer, const struct finding *f)
{
    integer->declared |= f->declared;
    if (f->kind != ENTRY_INT && f->kind != ENTRY_PAD)
        return;
    bool better = !integer->kind || (integer->kind == ENTRY_PAD && f->kind == ENTRY_INT) ||
                  (integer->kind == f->kind && f->size > integer->size);
    bool declared = integer->declared;
    if (better)
        *integer = *f;
    integer->declared = declared;
}

/* The least upper bound in: nothing < integer < floating-point value of one type or pointer <
 * conflict. Integers below are no contradiction: floating-point values and pointers travel as
 * integers. */
static struct finding joined(const struct evidence *e)
{
    bool number = e->kinds & ENTRY_FLOAT, address = e->kinds & ENTRY_PTR;
    if ((e->kinds & ENTRY_CONFLICT) || (number && address))
        return (struct finding){.kind = ENTRY_CONFLICT, .pointers = e->pointers};
    return number ? e->number : address ? e->address : e->integer;
}

/* The entry is not at p itself, but starts or ends within the bytes there. */
static bool cuts(const struct entry *e, const struct entry *at)
{
    uint64_t step = gcd_of(e->stride, at->stride);
    int64_t distance = e->off - at->off;
    bool same = step ? types_modulo(distance, step) == 0 : distance == 0;
    return !same && types_entries_overlap(e, at);
}

/* A value of `size` bytes at p is one of those that are accessed there, or between them. */
static bool is_on_grid(const struct shelf *s, const struct place *p, uint64_t size)
{
    return s->grid >= s->largest && s->grid >= size && p->stride % s->grid == 0 &&
           types_modulo(p->off - s->base, s->grid) == 0;
}

enum { LARGEST_INTEGER = 8 }; /* bytes that one access moves */

/* What cuts `size` bytes at p: a floating-point value or a pointer that has part of them; ENTRY_*.
 */
static unsigned cut_at(const struct types *t, const struct place *p, uint64_t size, bool declared)
{
    const struct shelf *s = &t->shelves[p->node];
    struct entry at = types_entry_at(p, size);
    unsigned kinds = 0;
    if ((!s->largest && !declared) || (s->largest && is_on_grid(s, p, size)))
        return 0;
    for (unsigned k = 0; k < s->count; k++) {
        const struct entry *e = &t->entries.items[s->first + k];
        bool value = is_accessed_value(e) || (declared && e->kind == ENTRY_FLOAT);
        if (value && cuts(e, &at))
            kinds |= e->kind;
    }
    return kinds;
}

/* Somewhere along the copies a floating-point value or a pointer has part of the bytes of f. Of an
 * integer, all that an access asks about are looked at: the first may be one for itself; and what
 * is only declared a floating-point value counts, too, as integers are that are only declared so.
 */
static void check_cuts(const struct types *t, const struct states *s, struct finding *f)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < s->items.count && kinds != (ENTRY_FLOAT | ENTRY_PTR); i++) {
        const struct state *x = &s->items.items[i];
        if (f->kind != ENTRY_INT)
            kinds |= cut_at(t, &x->place, f->size < x->room ? f->size : x->room, false);
        else if (x->room <= LARGEST_INTEGER)
            kinds |= cut_at(t, &x->place, x->room, f->declared);
    }
    if (kinds)
        *f = (struct finding){.kind = ENTRY_CONFLICT,
                              .pointers = f->kind == ENTRY_PTR || (kinds & ENTRY_PTR)};
}

static struct finding join_states(struct types *t, const struct states *s)
{
    struct evidence e = {0};
    bool open = false;
    for (unsigned i = 0; i < s->items.count; i++) {
        struct finding f = resolve(t, s->items.items[i].place);
        open |= !f.kind && t->open && t->open[s->items.items[i].place.node];
        evidence_add(t, &e, &f, &s->items.items[i]);
        integer_add(&e.integer, &f);
    }
    struct finding f = joined(&e);
    if (f.kind == ENTRY_FLOAT || f.kind == ENTRY_PTR || f.kind == ENTRY_INT)
        check_cuts(t, s, &f);
    f.open = open;
    f.limited = e.limited && f.kind == ENTRY_CONFLICT;
    return f;
}

/* The byte is none of the first of a pointer, and nothing is known but that. */
static bool is_inside_pointer(struct types *t, const struct place *p)
{
    const struct shelf *s = &t->shelves[p->node];
    for (unsigned k = 0; k < s->count; k++) {
        const struct entry *e = &t->entries.items[s->first + k];
        int64_t inside = p->off - e->off;
        if (e->kind != ENTRY_PTR || e->stride != p->stride)
            continue;
        if (e->stride)
            inside = types_modulo(inside, e->stride);
        if (inside <= 0 || (uint64_t)inside >= e->size)
            continue;
        struct place start = graph_offset(*p, -inside);
        return resolve(t, start).kind == ENTRY_PTR;
    }
    return false;
}

/* A value of this kind, ENTRY_FLOAT or ENTRY_PTR, is, or may be, at the byte. */
static bool may_be(struct types *t, const struct place *p, enum entry_kind kind)
{
    const struct shelf *s = &t->shelves[p->node];
    struct entry at = types_entry_at(p, 1);
    for (unsigned k = 0; k < s->count; k++) {
        const struct entry *e = &t->entries.items[s->first + k];
        if (e->kind == kind && types_entries_overlap(e, &at))
            return true;
    }
    struct finding f = resolve(t, *p);
    return f.kind == ENTRY_CONFLICT &&
           (kind == ENTRY_PTR ? f.pointers : f.limited || !is_inside_pointer(t, p));
}

bool types_overlaps_floating(const struct query *q, uint64_t size)
{
    struct states *s = states_empty(q->t);
    for (uint64_t x = 0; x < size; x++)
        start(q, x, 1, s);
    for (unsigned i = 0; i < s->items.count; i++)
        if (may_be(q->t, &s->items.items[i].place, ENTRY_FLOAT))
            return true;
    return q->t->unsettled;
}

static bool is_within_value(const struct query *q, uint64_t size, enum entry_kind kind)
{
    struct states *s = states_empty(q->t);
    unsigned looked = 0;
    for (uint64_t x = 0; x < size; x++)
        start(q, x, 1, s);
    for (unsigned i = 0; i < s->work.count && !s->limited; i++) {
        struct state from = s->items.items[s->work.items[i]];
        for (; looked < s->items.count; looked++)
            if (may_be(q->t, &s->items.items[looked].place, kind))
                return true;
        follow_copies(q->t, s, &from);
    }
    return s->limited;
}

/* What is asked most: the first member of struct answer_key tells it from the others. */
enum { ASK_INFER, ASK_REACH };

static struct answer *answer_to(const struct query *q, unsigned what, uint64_t x, uint64_t room)
{
    return answers_find(
        q->t->arena, q->t->answers,
        (struct answer_key){
            .starts = q->starts, .count = q->count, .what = what, .x = x, .room = room});
}

bool types_within_value(const struct query *q, uint64_t size, enum entry_kind kind)
{
    bool within = false;
    for (unsigned i = 0; i < q->count && !within; i++) {
        const struct query one = {q->t, &q->starts[i], 1};
        struct answer *a = answer_to(&one, kind, 0, size);
        if (!a->known) {
            unsigned found = is_within_value(&one, size, kind) ? kind : 0;
            a->finding.kind = found;
            a->known = true;
        }
        within = a->finding.kind != 0;
    }
    return within;
}

/* The same where copies begin inside of what was found, and bring or take something else. */
static struct finding joined_parts(const struct query *q, uint64_t x, const struct states *s)
{
    struct finding f = join_states(q->t, s);
    uint64_t begun = 0;
    if (f.kind != ENTRY_FLOAT && f.kind != ENTRY_PTR)
        return f;
    for (unsigned i = 0; i < s->items.count; i++)
        begun |= types_begun_in(q->t, &s->items.items[i].place, f.size);
    unsigned others = types_others_in(q, x, &f, begun);
    if (others)
        f = (struct finding){.kind = ENTRY_CONFLICT,
                             .open = f.open,
                             .pointers = f.kind == ENTRY_PTR || (others & ENTRY_PTR)};
    return f;
}

struct finding types_infer(const struct query *q, uint64_t x, uint64_t room)
{
    struct answer *a = answer_to(q, ASK_INFER, x, room);
    if (a->known)
        return a->finding;
    const struct states *s = explore(q, x, room, false);
    a->known = true;
    a->finding = s->limited
                     ? (struct finding){.kind = ENTRY_CONFLICT, .limited = true, .pointers = true}
                     : joined_parts(q, x, s);
    return a->finding;
}

/* From each of `size` bytes on, all that are behind it move with it, wherever copies lead. */
bool types_moved_whole(const struct query *q, uint64_t size)
{
    for (uint64_t x = 0; x < size; x++) {
        const struct states *s = explore(q, x, size - x, true);
        for (unsigned i = 0; i < s->items.count; i++)
            if (s->items.items[i].room < size - x)
                return false;
        if (s->limited)
            return false;
    }
    return true;
}

static struct reach find_reach(const struct query *q)
{
    const struct states *s = explore(q, 0, SIZE_UNLIMITED, true);
    struct reach r = {ARENA_ARRAY(q->t->arena, struct place, s->items.count), s->items.count,
                      s->limited};
    for (unsigned i = 0; i < r.count; i++)
        r.places[i] = s->items.items[i].place;
    return r;
}

struct reach types_reach(const struct query *q)
{
    struct answer *a = answer_to(q, ASK_REACH, 0, SIZE_UNLIMITED);
    if (!a->known) {
        a->reach = find_reach(q);
        a->known = true;
    }
    return a->reach;
}

/* ---- behind the first byte ------------------------------------------------------------------- */

typedef VEC(uint64_t) offsets;

static void offset_add(struct types *t, offsets *all, uint64_t x)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->items[i] == x)
            return;
    VEC_PUSH(t->arena, all, x);
}

/* Bytes from p to the end of a copy that lies behind; 0: it does not. */
static uint64_t behind(const struct place *p, const struct place *end)
{
    uint64_t step = gcd_of(p->stride, end->stride);
    int64_t distance = end->off - p->off;
    if (step)
        distance = types_modulo(distance, step);
    return distance > 0 ? (uint64_t)distance : 0;
}

/* Where copies begin behind byte x, which has come to p. */
static void add_begun(struct types *t, const struct place *p, uint64_t x, offsets *all)
{
    const struct shelf *s = &t->shelves[p->node];
    for (unsigned i = 0; i < s->edge_count; i++) {
        const struct edge_end *end = &t->edge_ends.items[s->edge_first + i];
        uint64_t distance = behind(p, &t->edges.items[end->edge].end[end->side]);
        if (distance)
            offset_add(t, all, x + distance);
    }
}

struct reach types_reach_behind(const struct query *q)
{
    struct types *t = q->t;
    struct reach r = {0};
    VEC(struct place) places = {0};
    offsets all = {0};
    offset_add(t, &all, 0);
    for (unsigned i = 0; i < all.count && !r.limited; i++) {
        const struct states *s = explore(q, all.items[i], SIZE_UNLIMITED, true);
        r.limited = s->limited || all.count > MAX_BEHIND;
        for (unsigned k = 0; k < s->items.count; k++) {
            VEC_PUSH(t->arena, &places, s->items.items[k].place);
            add_begun(t, &s->items.items[k].place, all.items[i], &all);
        }
    }
    r.places = places.items, r.count = places.count;
    return r;
}
