/* Answers "what is at byte x of these places" from what is at all places that the byte was copied
 * from or to. */
#include "base/limits.h"
#include "facts/types_answers.h"
#include "facts/types_search.h"

LIMIT(MAX_BEHIND, 64); /* offsets at which copies begin */

/* Pointers and floating-point values are among what the states up to this one hold, so that the
 * rest makes no difference. */
static bool is_settled_conflict(struct types *t, struct states *s, unsigned i, enum entry_kind kind)
{
    struct finding f = types_at_known(t, types_state_known(t, s, i));
    (void)kind;
    s->seen |= f.kind == ENTRY_CONFLICT && f.pointers ? ENTRY_FLOAT | ENTRY_PTR : f.kind;
    return (s->seen & ENTRY_FLOAT) && (s->seen & ENTRY_PTR);
}

/* The places that the byte x of the places in q was copied from or to. */
static struct states *explore(const struct query *q, uint64_t x, uint64_t room)
{
    return types_search(&(struct search){.q = q, .x = x, .count = 1, .room = room}, NULL);
}

/* As many as settle that it is a conflict, or all. */
static struct states *explore_conflict(const struct query *q, uint64_t x, uint64_t room)
{
    const struct search w = {.q = q, .x = x, .count = 1, .room = room, .stop = is_settled_conflict};
    return types_search(&w, NULL);
}

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
        bool value = types_is_accessed_value(e) || (declared && e->kind == ENTRY_FLOAT);
        if (value && cuts(e, &at))
            kinds |= e->kind;
    }
    return kinds;
}

static unsigned cuts_of_state(struct types *t, struct states *s, unsigned i, uint64_t size,
                              bool declared)
{
    unsigned known = types_state_known(t, s, i);
    struct place_facts *f = types_facts_known(t, known);
    if (!size || f->cut_size != size || f->cut_declared != declared) {
        f->cuts = cut_at(t, &s->items.items[i].place, size, declared);
        f->cut_size = size;
        f->cut_declared = declared;
    }
    return f->cuts;
}

/* What cuts an integer that so many bytes are at most, somewhere along the copies. */
static unsigned cuts_of_integer(struct types *t, struct states *s, uint64_t size, bool declared)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < s->items.count && kinds != (ENTRY_FLOAT | ENTRY_PTR); i++) {
        uint64_t room = s->items.items[i].room;
        if (room <= LARGEST_INTEGER)
            kinds |= cuts_of_state(t, s, i, size < room ? size : room, declared);
    }
    return kinds;
}

/* Of an integer, all that an access asks about are looked at: the first may be one for itself; and
 * what is only declared a floating-point value counts, too, as integers are that are only declared
 * so. A copy moves each by itself: an integer is as large as what does not cut it. */
static unsigned cuts_around(struct types *t, struct states *s, struct finding *f, bool copied)
{
    unsigned kinds = cuts_of_integer(t, s, copied ? f->size : LARGEST_INTEGER, f->declared);
    while (kinds && copied && f->declared && f->size > 1) {
        f->size = (f->size + 1) / 2;
        kinds = cuts_of_integer(t, s, f->size, true);
    }
    return kinds;
}

/* Somewhere along the copies a floating-point value or a pointer has part of the bytes of f. */
static void check_cuts(struct types *t, struct states *s, struct finding *f, bool copied)
{
    unsigned kinds = f->kind == ENTRY_INT ? cuts_around(t, s, f, copied) : 0;
    for (unsigned i = 0; i < s->items.count && kinds != (ENTRY_FLOAT | ENTRY_PTR); i++) {
        uint64_t room = s->items.items[i].room;
        if (f->kind != ENTRY_INT)
            kinds |= cuts_of_state(t, s, i, f->size < room ? f->size : room, false);
    }
    if (kinds)
        *f = (struct finding){.kind = ENTRY_CONFLICT,
                              .pointers = f->kind == ENTRY_PTR || (kinds & ENTRY_PTR)};
}

static struct finding join_states(struct types *t, struct states *s, bool copied)
{
    struct evidence e = {0};
    bool open = false;
    for (unsigned i = 0; i < s->items.count; i++) {
        struct finding f = types_at_known(t, types_state_known(t, s, i));
        open |= !f.kind && t->open && t->open[s->items.items[i].place.node];
        evidence_add(t, &e, &f, &s->items.items[i]);
        if (f.kind == ENTRY_INT && f.size > s->items.items[i].room)
            f.size = s->items.items[i].room; /* no more of it was moved */
        integer_add(&e.integer, &f);
    }
    struct finding f = joined(&e);
    if (f.kind == ENTRY_FLOAT || f.kind == ENTRY_PTR || f.kind == ENTRY_INT)
        check_cuts(t, s, &f, copied);
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
        return types_at(t, &start).kind == ENTRY_PTR;
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
    struct finding f = types_at(t, p);
    return f.kind == ENTRY_CONFLICT &&
           (kind == ENTRY_PTR ? f.pointers : f.limited || !is_inside_pointer(t, p));
}

bool types_overlaps_floating(const struct query *q, uint64_t size)
{
    const struct states *s =
        types_search_starts(&(struct search){.q = q, .count = size, .room = 1});
    for (unsigned i = 0; i < s->items.count; i++)
        if (may_be(q->t, &s->items.items[i].place, ENTRY_FLOAT))
            return true;
    return q->t->unsettled;
}

static bool state_may_be(struct types *t, struct states *s, unsigned i, enum entry_kind kind)
{
    unsigned known = types_state_known(t, s, i);
    bool asked = types_facts_known(t, known)->asked & kind;
    bool may = asked ? types_facts_known(t, known)->may_be & kind
                     : may_be(t, &s->items.items[i].place, kind);
    struct place_facts *f = types_facts_known(t, known); /* the list may have moved */
    f->asked |= kind;
    f->may_be |= may ? kind : 0;
    return may;
}

static bool is_within_value(const struct query *q, uint64_t size, enum entry_kind kind)
{
    struct search w = {.q = q, .count = size, .room = 1, .stop = state_may_be, .kind = kind};
    bool found;
    const struct states *s = types_search(&w, &found);
    /* Where offsets are merged, those of one byte are more than a byte apart. */
    if (!s->crowded || size == 1)
        return found || s->limited;
    for (w.x = 0, w.count = 1, found = false; w.x < size && !found; w.x++) {
        s = types_search(&w, &found);
        found |= s->limited;
    }
    return found;
}

/* What is asked most: the first member of struct answer_key tells it from the others. */
enum { ASK_INFER, ASK_COPIED, ASK_REACH = 3 };

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
static struct finding joined_parts(const struct query *q, uint64_t x, struct states *s, bool copied)
{
    struct finding f = join_states(q->t, s, copied);
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

static struct finding infer(const struct query *q, uint64_t x, uint64_t room, bool copied)
{
    struct answer *a = answer_to(q, copied ? ASK_COPIED : ASK_INFER, x, room);
    if (a->known)
        return a->finding;
    struct states *s = explore_conflict(q, x, room);
    a->known = true;
    a->finding = s->limited
                     ? (struct finding){.kind = ENTRY_CONFLICT, .limited = true, .pointers = true}
                     : joined_parts(q, x, s, copied);
    return a->finding;
}

struct finding types_infer(const struct query *q, uint64_t x, uint64_t room)
{
    return infer(q, x, room, false);
}

struct finding types_infer_copied(const struct query *q, uint64_t x, uint64_t room)
{
    return infer(q, x, room, true);
}

/* From each of `size` bytes on, all that are behind it move with it, wherever copies lead. */
bool types_moved_whole(const struct query *q, uint64_t size)
{
    for (uint64_t x = 0; x < size; x++) {
        const struct states *s = explore(q, x, size - x);
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
    const struct states *s = explore(q, 0, SIZE_UNLIMITED);
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
        const struct states *s = explore(q, all.items[i], SIZE_UNLIMITED);
        r.limited = s->limited || all.count > MAX_BEHIND;
        for (unsigned k = 0; k < s->items.count; k++) {
            VEC_PUSH(t->arena, &places, s->items.items[k].place);
            add_begun(t, &s->items.items[k].place, all.items[i], &all);
        }
    }
    r.places = places.items, r.count = places.count;
    return r;
}
