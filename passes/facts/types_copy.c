/* The layout of the bytes a copy moves, and messages where it stays unknown.
 *
 * A copy of known, moderate size is listed byte by byte: tbaa.struct of the copy first, then the
 * evidence at both ends. Larger and variable copies need a period: from the strides of the arrays
 * they run over, or from the factor in the size expression. Bytes without evidence are asked of the
 * struct types of the module; if these do not agree, or evidence contradicts itself, the run
 * decides (runtime/kinds). Nothing is left to the run where there is no evidence at all in a
 * program with several types of floating-point values. That an integer was read or written
 * somewhere is no evidence: floating-point values travel as integers. */
#include "base/diag.h"
#include "facts/types_state.h"
#include "ir/notes.h"
#include <stdlib.h>

LIMIT(MAX_LISTED, 4096);
LIMIT(MAX_PERIOD, 65536);
enum { WORD = 8 };

struct gap {
    uint64_t from, to;
};

/* What the memory holds at large. */
struct survey {
    unsigned kinds;     /* of all entries the copy may meet */
    bool one_type;      /* all numbers have type fp, all at multiples of its size */
    bool several;       /* numbers of several types */
    bool used_integers; /* known as integers by use only */
    LLVMTypeRef fp;
    uint64_t fp_size;
    uint64_t step;   /* common multiple of the strides; 0 = none */
    uint64_t extent; /* end of the last exact entry, from the start */
    bool dense;      /* numbers follow each other without gaps */
    bool limited;    /* not all of the memory was looked at */
    bool shared;     /* callers have access to some of it, or may have */
};

struct listing {
    struct types *t;
    struct query q;
    LLVMValueRef inst;
    bool field_list;       /* the copy has tbaa.struct */
    struct survey *survey; /* NULL until asked for, and so the next three are */
    LLVMTypeRef number;    /* the type of floating-point values, if there is only one */
    LLVMTypeRef only;      /* of bytes without evidence, as in struct type_elem */
    bool known;            /* what is known of the memory is all that there is to know, or the user
                              wants to be believed that it is */
    uint64_t base;         /* where the listed bytes start, from the first byte of the copy */
    uint64_t size;
    struct listed elems;
    VEC(struct gap) gaps; /* bytes without evidence */
    uint64_t unknown;     /* first byte that stays unknown */
    bool conflict;
    bool limited; /* a limit of the analysis was reached */
};

static void emit(struct listing *l, uint64_t off, enum elem_kind kind, LLVMTypeRef type)
{
    struct type_elem e = {off, kind, type, 0};
    VEC_PUSH(l->t->arena, &l->elems, e);
}

/* only: as in struct type_elem. */
static void emit_untyped(struct listing *l, uint64_t off, uint64_t size, LLVMTypeRef only)
{
    struct type_elem e = {off, ELEM_UNTYPED, only, size};
    VEC_PUSH(l->t->arena, &l->elems, e);
}

/* An integer ends where a number or a pointer is known to start. */
static uint64_t integer_size(struct listing *l, uint64_t x, uint64_t size)
{
    if (size > l->size - x)
        size = l->size - x;
    for (uint64_t k = 2 - (l->base + x) % 2; k < size; k += 2) {
        struct finding f = types_infer(&l->q, l->base + x + k, l->size - x - k);
        if (f.kind == ENTRY_FLOAT || f.kind == ENTRY_PTR)
            return k;
    }
    return size;
}

static void emit_integer(struct listing *l, uint64_t x, uint64_t size)
{
    while (size) { /* widths that are powers of two */
        uint64_t w = 8;
        while (w > size)
            w /= 2;
        emit(l, x, ELEM_INT, LLVMIntTypeInContext(l->t->context, (unsigned)w * 8));
        x += w;
        size -= w;
    }
}

static bool fail_at(struct listing *l, uint64_t x, bool conflict)
{
    l->unknown = x;
    l->conflict = conflict;
    return false;
}

static void end_gap(struct listing *l, uint64_t x, uint64_t *gap)
{
    struct gap g = {x - *gap, x};
    if (*gap)
        VEC_PUSH(l->t->arena, &l->gaps, g);
    *gap = 0;
}

/* What the rest of the memory says, where the bytes themselves do not. */
static void look_around(struct listing *l);

/* Of bytes that hold no pointers: as in struct type_elem. */
static LLVMTypeRef number_or_several(struct listing *l)
{
    look_around(l);
    return l->number ? l->number : LLVMVoidTypeInContext(l->t->context);
}

/* The run can tell, or has to. Memory that is the derivative's own has no seeds: there all
 * adjoints have tags. */
static bool left_to_run(struct listing *l)
{
    look_around(l);
    return l->number || !l->survey->shared || l->t->unknown == TYPES_RUNTIME;
}

/* Bytes from `at` to the end of the array of numbers that the entry is, 0 if it is none or begins
 * elsewhere. */
static uint64_t run_behind(const struct entry *e, struct place at)
{
    bool array = e->kind == ENTRY_FLOAT && e->stride == e->size && !at.stride && at.off >= e->off &&
                 at.off < e->hi;
    return array && types_modulo(at.off - e->off, e->size) == 0 ? (uint64_t)(e->hi - at.off) : 0;
}

static bool meets(const struct entry *e, struct place at, uint64_t bytes)
{
    int64_t end = at.off + (int64_t)bytes;
    return e->kind != ENTRY_PAD && e->off < end &&
           (e->stride ? e->hi > at.off : e->off + (int64_t)e->size > at.off);
}

/* How many bytes from `at` on are known to be an array of numbers, of type *fp or, if that is NULL,
 * of the type that it gets. */
static uint64_t array_behind(const struct types *t, struct place at, LLVMTypeRef *fp)
{
    const struct shelf *shelf = &t->shelves[at.node];
    const struct entry *entries = &t->entries.items[shelf->first];
    uint64_t run = 0;
    if (t->unsettled)
        return 0;
    for (unsigned k = 0; k < shelf->count;
         k++) { /* of an array that is a member, some have no end */
        uint64_t one = run_behind(&entries[k], at);
        if (one && (!run || one < run))
            run = one;
        if (one && !*fp)
            *fp = entries[k].type;
    }
    for (unsigned k = 0; k < shelf->count && run; k++)
        if (meets(&entries[k], at, run) &&
            (entries[k].kind != ENTRY_FLOAT || entries[k].type != *fp))
            return 0;
    return run;
}

/* The `size` bytes from `from` on are in arrays of one type of number at both ends: that type, or
 * NULL. */
static LLVMTypeRef number_of_arrays(const struct listing *l, uint64_t from, uint64_t size)
{
    LLVMTypeRef fp = NULL;
    for (unsigned i = 0; i < l->q.count; i++) {
        if (l->q.starts[i].node == NO_NODE)
            return NULL;
        struct place at = graph_find(&l->t->graph, l->q.starts[i]);
        at.off += (int64_t)from;
        if (at.node >= l->t->shelved || array_behind(l->t, at, &fp) < size)
            return NULL;
    }
    return fp;
}

/* Where the run decides, because other memory that the bytes came from or went to holds several
 * types. What nobody has tagged there is of the type that both ends have by themselves. */
static LLVMTypeRef number_at(const struct listing *l, uint64_t from, uint64_t size,
                             LLVMTypeRef only)
{
    bool several = !only || LLVMGetTypeKind(only) == LLVMVoidTypeKind;
    LLVMTypeRef fp = several ? number_of_arrays(l, from, size) : NULL;
    return fp ? fp : only;
}

/* Fewer than four bytes before something aligned are padding; more need somebody to say so. */
static bool fill_gaps(struct listing *l)
{
    for (unsigned i = 0; i < l->gaps.count; i++) {
        struct gap g = l->gaps.items[i];
        bool padding = g.to - g.from < 4 && g.to - g.from < l->size;
        if (padding || types_match_gap(l->t, l->size, &l->elems, g.from, g.to))
            continue;
        if (!left_to_run(l) && !l->elems.count)
            return fail_at(l, g.from, l->conflict);
        look_around(l);
        emit_untyped(l, g.from, g.to - g.from, number_at(l, g.from, g.to - g.from, l->only));
    }
    return true;
}

/* Bytes that no evidence settles, from x on. */
static bool skip_unsettled(struct listing *l, uint64_t *x, uint64_t *gap, uint64_t size)
{
    uint64_t room = l->size - *x;
    size = size < room ? size : room;
    *gap += size;
    *x += size;
    return true;
}

/* Several types at one byte, a union say: the whole word. */
static bool list_conflict(struct listing *l, uint64_t *x, bool pointers)
{
    uint64_t word = WORD - (l->base + *x) % WORD, room = l->size - *x,
             size = word < room ? word : room;
    for (uint64_t k = 1; k < size && !pointers; k++)
        pointers = types_infer(&l->q, l->base + *x + k, room - k).pointers;
    LLVMTypeRef number = pointers ? NULL : number_or_several(l);
    emit_untyped(l, *x, size, number_at(l, *x, size, l->known ? number : NULL));
    *x += size;
    return true;
}

static int compare_elems(const void *a, const void *b)
{
    uint64_t x = ((const struct type_elem *)a)->offset, y = ((const struct type_elem *)b)->offset;
    return x < y ? -1 : x > y;
}

/* What the compiler says of the struct that is copied. Its integers may hold the bits of numbers,
 * or addresses. */
static struct finding listed_at(struct listing *l, uint64_t x, bool *listed)
{
    struct entry e = types_tbaa_struct_at(l->t, l->inst, x);
    struct finding f = {.kind = e.kind, .type = e.type, .size = e.size};
    *listed = f.kind != 0;
    if (f.kind != ENTRY_INT)
        return f;
    struct finding g = types_infer_copied(&l->q, l->base + x, l->size - x);
    if (g.kind != ENTRY_FLOAT && g.kind != ENTRY_CONFLICT && g.kind != ENTRY_PTR)
        return f;
    if (g.kind == ENTRY_FLOAT)
        g.kind = ENTRY_CONFLICT;
    return g;
}

/* Who has access to the memory is analysed, or known: what is used as an integer, and as nothing
 * else wherever copies lead, is one. */
static bool is_all_seen(const struct types *t)
{
    return t->around || t->open;
}

/* Handles the bytes at x and moves it on; *gap counts bytes without evidence before x. */
static bool list_step(struct listing *l, uint64_t *x, uint64_t *gap)
{
    struct finding f = {0};
    bool listed = false;
    if (l->field_list)
        f = listed_at(l, *x, &listed);
    if (!f.kind)
        f = types_infer_copied(&l->q, l->base + *x, l->size - *x);
    uint64_t room = l->size - *x;
    l->limited |= f.limited;
    if (f.kind == ENTRY_CONFLICT) {
        end_gap(l, *x, gap);
        return list_conflict(l, x, f.pointers);
    }
    if (!f.kind)
        return skip_unsettled(l, x, gap, 1);
    if (f.kind == ENTRY_INT && !listed && (f.open || (!f.declared && !is_all_seen(l->t))))
        return skip_unsettled(l, x, gap, integer_size(l, *x, f.size));
    end_gap(l, *x, gap);
    if (f.kind == ENTRY_PAD) {
        *x += f.size < room ? f.size : room;
        return true;
    }
    if (f.kind == ENTRY_INT) {
        uint64_t size = listed ? f.size : integer_size(l, *x, f.size);
        emit_integer(l, *x, size);
        *x += size;
        return true;
    }
    if (LLVMStoreSizeOfType(l->t->target, f.type) > room) { /* the copy ends inside */
        look_around(l);
        emit_untyped(l, *x, room, f.kind == ENTRY_FLOAT && l->known ? f.type : NULL);
        *x += room;
        return true;
    }
    emit(l, *x, f.kind == ENTRY_PTR ? ELEM_PTR : ELEM_FLOAT, f.type);
    *x += f.size < room ? f.size : room;
    return true;
}

static bool list(struct listing *l, uint64_t base, uint64_t size)
{
    uint64_t x = 0, gap = 0;
    l->base = base;
    l->size = size;
    l->elems.count = l->gaps.count = 0;
    while (x < size)
        if (!list_step(l, &x, &gap))
            return false;
    end_gap(l, x, &gap);
    if (!fill_gaps(l))
        return false;
    if (l->gaps.count && l->elems.count)
        qsort(l->elems.items, l->elems.count, sizeof *l->elems.items, compare_elems);
    return true;
}

/* ---- what the memory holds at large ---------------------------------------------------------- */

/* The entry speaks of bytes from `at` on. */
static bool is_met(const struct entry *e, const struct place *at)
{
    bool before = e->stride ? at->off >= e->hi : !at->stride && e->off < at->off;
    return !before && e->kind != ENTRY_PAD;
}

static void survey_entry(struct survey *s, const struct entry *e, struct place at)
{
    int64_t rel = e->off - at.off;
    if (!is_met(e, &at))
        return;
    s->kinds |= e->kind;
    s->used_integers |= e->kind == ENTRY_INT && e->level == LEVEL_ACCESS;
    uint64_t stride = e->window.size ? e->window.period : e->stride,
             end = (uint64_t)(e->window.size ? e->window.low - at.off : rel) +
                   (e->window.size ? e->window.size : e->size);
    if (stride && stride <= MAX_PERIOD && s->step <= MAX_PERIOD) {
        uint64_t g = gcd_of(s->step, stride);
        s->step = s->step ? s->step / g * stride : stride;
    } else if (!stride && !at.stride && end > s->extent)
        s->extent = end;
    if (e->kind != ENTRY_FLOAT)
        return;
    s->several |= s->fp && s->fp != e->type;
    s->one_type &= !s->several;
    s->fp = e->type;
    s->fp_size = e->size;
    s->dense |= e->stride == e->size;
    if (types_modulo(rel, e->size) || e->stride % e->size || at.stride % e->size)
        s->one_type = false;
}

static struct survey survey(const struct query *q)
{
    struct reach r = types_reach(q);
    struct survey s = {.one_type = !r.limited,
                       .limited = r.limited,
                       .shared = r.limited || q->t->unsettled || !q->t->shared};
    for (unsigned i = 0; i < q->count; i++) /* made after the analysis: nothing is known */
        s.shared |= q->starts[i].node != NO_NODE && q->starts[i].node >= q->t->shelved;
    for (unsigned i = 0; i < r.count; i++) {
        s.shared |= q->t->shared && q->t->shared[r.places[i].node];
        const struct shelf *shelf = &q->t->shelves[r.places[i].node];
        for (unsigned k = 0; k < shelf->count; k++)
            survey_entry(&s, &q->t->entries.items[shelf->first + k], r.places[i]);
    }
    return s;
}

bool types_has_pointers(const struct query *q)
{
    struct survey s = survey(q);
    return s.limited || (s.kinds & ENTRY_PTR);
}

/* Copies that begin behind the first byte lead to something else than what was found: pointers, or
 * floating-point values that are not of type fp (NULL: any). */
static bool has_others_behind(const struct query *q, LLVMTypeRef fp)
{
    struct reach r = types_reach_behind(q);
    for (unsigned i = 0; i < r.count; i++) {
        const struct shelf *shelf = &q->t->shelves[r.places[i].node];
        for (unsigned k = 0; k < shelf->count; k++) {
            const struct entry *e = &q->t->entries.items[shelf->first + k];
            bool other = e->kind == ENTRY_PTR || (e->kind == ENTRY_FLOAT && e->type != fp);
            if (other && is_met(e, &r.places[i]))
                return true;
        }
    }
    return r.limited;
}

/* One kind only: the period is the element. Single numbers count if nothing speaks of elements
 * larger than they are. */
static bool uniform(struct listing *l, const struct survey *s, uint64_t factor,
                    struct copy_layout *out)
{
    unsigned kinds = s->limited ? 0 : s->kinds;
    l->elems.count = 0;
    bool single = !s->step && factor <= s->fp_size;
    if (kinds == ENTRY_FLOAT && s->one_type &&
        (s->dense || (single && !has_others_behind(&l->q, s->fp)))) {
        out->period = s->fp_size;
        emit(l, 0, ELEM_FLOAT, s->fp);
    } else if (kinds == ENTRY_INT && !s->used_integers && !has_others_behind(&l->q, NULL)) {
        out->period = 1;
        emit(l, 0, ELEM_INT, LLVMInt8TypeInContext(l->t->context));
    } else
        return false;
    return true;
}

static const struct type_elem *elem_at(const struct listing *l, uint64_t off)
{
    for (unsigned i = 0; i < l->elems.count; i++)
        if (l->elems.items[i].offset == off)
            return &l->elems.items[i];
    return NULL;
}

/* What is known of single bytes at the beginning agrees with the pattern found behind. A header of
 * integers may be taken for numbers, nothing else for another. */
static bool repeats(struct listing *l, uint64_t end, uint64_t period)
{
    for (uint64_t x = 0; x < end; x++) {
        struct finding f = types_infer(&l->q, x, SIZE_UNLIMITED);
        const struct type_elem *e = elem_at(l, x % period);
        if (!f.kind || f.kind == ENTRY_PAD)
            continue;
        bool same = f.kind == ENTRY_INT     ? !e || e->kind != ELEM_PTR
                    : f.kind == ENTRY_FLOAT ? e && e->kind == ELEM_FLOAT && e->type == f.type
                    : f.kind == ENTRY_PTR   ? e && e->kind == ELEM_PTR
                                            : false;
        if (!same)
            return fail_at(l, x, true);
        x += f.kind == ENTRY_INT ? 0 : f.size - 1;
    }
    return true;
}

/* The copy starts at an element of an array with this period, whichever one it is. */
static bool starts_at_element(const struct query *q, uint64_t period)
{
    for (unsigned i = 0; i < q->count; i++)
        if (q->starts[i].node != NO_NODE && graph_find(&q->t->graph, q->starts[i]).stride % period)
            return false;
    return true;
}

/* Bytes by bytes, with pointers or floating-point values somewhere in them: integers are stored at
 * any of them, and copies from further behind bring something else. */
static bool hides_others(struct listing *l, uint64_t period)
{
    bool integers = period < WORD;
    for (unsigned i = 0; i < l->elems.count; i++)
        integers &= l->elems.items[i].kind == ELEM_INT;
    return integers && has_others_behind(&l->q, NULL);
}

static bool list_period(struct listing *l, const struct survey *s, uint64_t factor,
                        struct copy_layout *out)
{
    uint64_t period = s->step;
    if (s->limited)
        return false;
    if (factor > 1 && factor <= MAX_PERIOD && s->extent && s->extent <= factor &&
        s->extent > period && (!period || factor % period == 0)) {
        out->period = factor;
        return starts_at_element(&l->q, factor) && list(l, 0, factor);
    }
    if (!period || period > MAX_PERIOD || s->extent > 16 * MAX_PERIOD)
        return false;
    out->period = period;
    if (!starts_at_element(&l->q, period))
        return false;
    uint64_t start = (s->extent + period - 1) / period * period;
    return list(l, start, period) && (!l->gaps.count || period >= WORD) &&
           repeats(l, start, period) && !hides_others(l, period);
}

/* Both ends are in arrays of one type of number: so is a copy that is not longer than the rest of
 * the shorter one. What is known of other memory that the bytes came from or went to does not count
 * here: with an unknown length it may be of what lies behind. */
static bool within_arrays(struct listing *l, struct copy_layout *out)
{
    LLVMTypeRef fp = NULL;
    uint64_t limit = UINT64_MAX;
    for (unsigned i = 0; i < l->q.count; i++) {
        if (l->q.starts[i].node == NO_NODE)
            return false;
        struct place at = graph_find(&l->t->graph, l->q.starts[i]);
        uint64_t run = at.node < l->t->shelved ? array_behind(l->t, at, &fp) : 0;
        limit = run < limit ? run : limit;
    }
    l->elems.count = 0;
    if (!fp || !limit)
        return false;
    out->period = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->t->module), fp);
    out->rest = true;
    out->limit = limit;
    emit(l, 0, ELEM_FLOAT, fp);
    return true;
}

/* Nothing is known to be in the object but numbers of this type, from `at` on. */
static bool is_array_alone(const struct types *t, struct place at, LLVMTypeRef fp)
{
    const struct shelf *shelf = &t->shelves[at.node];
    for (unsigned k = 0; k < shelf->count; k++) {
        const struct entry *e = &t->entries.items[shelf->first + k];
        if (e->kind != ENTRY_FLOAT || e->type != fp || e->stride % e->size ||
            types_modulo(e->off - at.off, e->size) || e->window.size)
            return false;
    }
    return !shelf->vague;
}

/* Both ends are in arrays of one type of number, one of which is all that its object has, and
 * nothing else is to be found at either end, or where their bytes come from or go to, but integers:
 * what the copy moves counts as numbers, also where it is longer than the other array, which may be
 * a member of a struct. */
static bool out_of_array(struct listing *l, uint64_t factor, struct copy_layout *out)
{
    LLVMTypeRef fp = NULL;
    const struct survey *around = l->survey;
    bool alone = false;
    if (around->limited || around->several || (around->kinds & ENTRY_PTR))
        return false;
    for (unsigned i = 0; i < l->q.count; i++) {
        if (l->q.starts[i].node == NO_NODE)
            return false;
        struct place at = graph_find(&l->t->graph, l->q.starts[i]);
        if (at.node >= l->t->shelved || !array_behind(l->t, at, &fp))
            return false;
        alone |= is_array_alone(l->t, at, fp);
    }
    if (!alone || has_others_behind(&l->q, fp))
        return false;
    l->elems.count = 0;
    out->period = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->t->module), fp);
    out->rest = factor % out->period != 0;
    emit(l, 0, ELEM_FLOAT, fp);
    return true;
}

/* All that is left of the variable are integers. */
static bool holds_integers(struct types *t, LLVMValueRef pointer)
{
    uint64_t rest = types_rest_of_variable(t, pointer);
    struct query q = types_query(t, pointer);
    if (rest > MAX_LISTED)
        return false;
    for (uint64_t x = 0; x < rest; x++) {
        struct finding f = types_infer(&q, x, rest - x);
        if (f.kind != ENTRY_PAD && (f.kind != ENTRY_INT || !f.declared))
            return false;
    }
    return true;
}

/* However many they are, the bytes come out of a buffer of text in a variable, or go there. */
static bool within_text(struct listing *l, const struct copy_call *c, struct copy_layout *out)
{
    if (!holds_integers(l->t, c->src) && !holds_integers(l->t, c->dst))
        return false;
    l->elems.count = 0;
    out->period = 1;
    emit(l, 0, ELEM_INT, LLVMInt8TypeInContext(l->t->context));
    return true;
}

static bool finish(struct listing *l, struct copy_layout *out)
{
    out->count = l->elems.count;
    out->elems = l->elems.items;
    return true;
}

static bool fail(struct listing *l, const struct copy_call *c, struct copy_layout *out,
                 const char **why)
{
    const char *object = types_describe(l->t, c->src),
               *several = l->conflict ? " holds different types at different times" : "",
               *limit = l->limited ? "; a limit of the analysis was reached" : "";
    *out = (struct copy_layout){.copy = l->inst, .untyped = true};
    *why = arena_printf(l->t->arena, "byte %llu of %s%s%s", (unsigned long long)l->unknown, object,
                        several, limit);
    return false;
}

/* The compiler says so from the type that the program's pointers have. 1 = nothing. */
static unsigned alignment(LLVMValueRef copy, unsigned operand)
{
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(copy, operand + 1,
                                                      LLVMGetEnumAttributeKindForName("align", 5));
    return a ? (unsigned)LLVMGetEnumAttributeValue(a) : 1;
}

static unsigned least_alignment(LLVMValueRef copy)
{
    unsigned dst = alignment(copy, 0), src = alignment(copy, 1);
    return dst == 1 ? src : src == 1 ? dst : dst < src ? dst : src;
}

/* What the user wants to be assumed where nothing tells. */
static LLVMTypeRef assumed(struct types *t, LLVMValueRef copy)
{
    enum { FLOAT_ALIGN = 4 };
    if (t->unknown != TYPES_GUESS)
        return NULL;
    return least_alignment(copy) == FLOAT_ALIGN ? LLVMFloatTypeInContext(t->context)
                                                : LLVMDoubleTypeInContext(t->context);
}

/* Which floating-point values there can be where the run decides. */
static void look_around(struct listing *l)
{
    if (l->survey)
        return;
    struct survey *s = l->survey = ARENA_NEW(l->t->arena, struct survey);
    *s = survey(&l->q);
    l->limited |= s->limited;
    LLVMTypeRef number = s->several ? NULL : s->fp ? s->fp : types_only_number(l->t);
    bool pointers = s->limited || (s->kinds & ENTRY_PTR);
    l->known = l->t->around || l->t->unknown != TYPES_ERROR;
    l->number = number ? number : assumed(l->t, l->inst);
    if (l->known && !pointers)
        l->only = number_or_several(l);
}

static bool decide_at_run(struct listing *l, const struct copy_call *c, struct copy_layout *out,
                          const char **why)
{
    if (!left_to_run(l) && !l->conflict && !l->survey->kinds)
        return fail(l, c, out, why);
    *out = (struct copy_layout){.copy = l->inst, .untyped = true, .only = l->only};
    return true;
}

static bool is_fill(LLVMValueRef inst)
{
    static const char name[] = "llvm.memset";
    return LLVMIsACallInst(inst) && LLVMIsAFunction(LLVMGetCalledValue(inst)) &&
           LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) ==
               LLVMLookupIntrinsicID(name, sizeof name - 1);
}

/* A fill comes from nowhere else. */
static bool moved_by(LLVMValueRef inst, struct copy_call *c)
{
    if (!is_fill(inst))
        return types_copy_call(inst, c);
    *c = (struct copy_call){LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 0),
                            LLVMGetOperand(inst, 2)};
    return true;
}

static bool layout_of(struct types *t, LLVMValueRef inst, struct copy_layout *out, const char **why)
{
    struct copy_call c;
    int64_t size;
    *out = (struct copy_layout){.copy = inst};
    *why = "";
    if (!moved_by(inst, &c)) {
        *why = "not a copy";
        return false;
    }
    struct listing l = {.t = t, .inst = inst, .q = types_query_both(t, c.src, c.dst)};
    l.field_list = t->tbaa && LLVMGetMetadata(inst, t->kind_tbaa_struct) != NULL;
    bool constant = types_constant_int(c.size, &size) && size >= 0;
    if (note_is_at(inst, RANGE_COPY) || c.src == c.dst)
        l.q = types_query(t, c.dst);
    if (note_is_at(inst, PREPARE_WORD)) {
        look_around(&l);
        out->untyped = true;
        out->only = constant ? number_at(&l, 0, (uint64_t)size, l.only) : l.only;
        return true;
    }
    if (constant && size <= MAX_LISTED)
        return list(&l, 0, (uint64_t)size) ? finish(&l, out) : fail(&l, &c, out, why);
    look_around(&l);
    uint64_t factor = types_multiple_always(t, c.size, MULTIPLE_DEPTH);
    if (uniform(&l, l.survey, factor, out) || list_period(&l, l.survey, factor, out)) {
        out->rest = factor % out->period != 0;
        return finish(&l, out);
    }
    if (within_text(&l, &c, out) || out_of_array(&l, factor, out) ||
        (!l.number && within_arrays(&l, out)))
        return finish(&l, out);
    return decide_at_run(&l, &c, out, why);
}

struct known_layout {
    struct copy_layout layout;
    const char *why; /* it is not known; NULL: it is */
};

static const struct known_layout *find_layout(struct types *t, LLVMValueRef copy)
{
    struct known_layout *found = map_get(&t->layouts, copy);
    const char *why;
    if (found)
        return found;
    found = ARENA_NEW(t->arena, struct known_layout);
    if (!layout_of(t, copy, &found->layout, &why))
        found->why = why;
    map_put(&t->layouts, copy, found);
    return found;
}

static bool is_known(struct types *t, LLVMValueRef copy)
{
    const struct known_layout *found = find_layout(t, copy);
    return !found->why && !copy_layout_has_untyped(&found->layout);
}

bool types_of_copy(struct types *t, LLVMValueRef inst, struct copy_layout *out, const char **why)
{
    const struct known_layout *found =
        find_layout(t->first && is_known(t->first, inst) ? t->first : t, inst);
    *out = found->layout;
    if (found->why)
        *why = found->why;
    return !found->why;
}

bool types_of_fill(struct types *t, LLVMValueRef inst, struct copy_layout *out)
{
    const char *why;
    return is_fill(inst) && types_of_copy(t, inst, out, &why);
}

bool types_known_in(struct types *t, LLVMValueRef fn)
{
    struct copy_call c;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) ? types_copy_call(i, &c) && !is_known(t, i)
                                   : LLVMIsALoadInst(i) && types_undecided(t, i))
                return false;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *name_or(struct types *t, LLVMValueRef v, const char *kind)
{
    const char *name = diag_symbol(v);
    return *name ? arena_printf(t->arena, "%s '%s'", kind, name) : NULL;
}

const char *types_describe(struct types *t, LLVMValueRef pointer)
{
    LLVMValueRef v = pointer;
    const char *s = NULL;
    while (LLVMIsAGetElementPtrInst(v) || LLVMIsAConstantExpr(v) || LLVMIsAAddrSpaceCastInst(v))
        v = LLVMGetOperand(v, 0);
    if (LLVMIsAGlobalValue(v))
        s = name_or(t, v, "global");
    else if (LLVMIsAAllocaInst(v))
        s = name_or(t, v, "local variable");
    if (s)
        return s;
    if (LLVMIsAArgument(v)) {
        LLVMValueRef fn = LLVMGetParamParent(v);
        unsigned i = 0;
        while (LLVMGetParam(fn, i) != v)
            i++;
        return arena_printf(t->arena, "what parameter %u of %s points to", i,
                            name_or(t, fn, "function"));
    }
    if (LLVMIsACallInst(v) && LLVMIsAFunction(LLVMGetCalledValue(v)))
        return arena_printf(t->arena, "memory from %s",
                            name_or(t, LLVMGetCalledValue(v), "function"));
    if (LLVMIsALoadInst(v))
        return arena_printf(t->arena, "memory reached through a pointer in %s",
                            types_describe(t, LLVMGetOperand(v, 0)));
    return LLVMIsAAllocaInst(v) ? "a local variable" : "memory";
}
