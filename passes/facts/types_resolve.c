/* Answers "what is at this place" from the evidence for the place itself.
 *
 * Entries that cover the byte compete: an exact offset beats an array element, longer strides beat
 * shorter ones, a later array start beats an earlier one, and what is only congruent comes last.
 * Among equals accesses beat TBAA beats declared types. Floating point wins over integer use at the
 * same byte (integer tricks on numbers; adding adjoints to integer bytes of a shadow is harmless);
 * FP and pointer, or two FP formats, are a conflict. */
#include "base/limits.h"
#include "facts/types_state.h"

LIMIT(MAX_CANDIDATES, 64);

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
           a->level == b->level && a->type == b->type && a->size == b->size &&
           !a->stride == !b->stride;
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
    return types_places_part(&at, e->size, p, 1);
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
        if ((uint64_t)(p.off - e[i].off) < e[i].size && !types_accesses_part(e[i].access, p.access))
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
            (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) &&
            !types_accesses_part(e->access, p.access))
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
    return types_places_part(&p, a->size, &q, b->size);
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
        if (types_is_accessed_value(e) && differs && types_entries_overlap(e, &at))
            return true;
    }
    return false;
}

/* The elements of an array are integers by use, and elsewhere in it stands a number or a pointer of
 * that size. Or they are declared integers, and numbers are accessed at single ones, nothing else
 * at others (objects of several kinds in one place have both), or at all from some element on. */
static bool has_other_elements(struct place p, const struct candidates *c, const struct finding *f)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < c->count && p.stride && f->kind == ENTRY_INT; i++) {
        const struct candidate *x = &c->items[i];
        const struct entry *e = x->entry;
        bool same = !x->inside && e->size == f->size, element = same && (p.off <= e->off || p.down),
             access = e->level == LEVEL_ACCESS;
        if (same && f->declared && access && e->kind == ENTRY_FLOAT && e->stride &&
            p.stride % e->stride == 0)
            return true;
        if (element && (!f->declared || (!e->stride && (access || e->kind == ENTRY_INT))))
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

struct finding types_resolve_place(const struct types *t, struct place p)
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
