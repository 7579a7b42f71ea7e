/* The kind map in forward mode: tangents. */
#include "kinds/tags.h"

#include <stdlib.h>

/* A value that a byte is part of, or, of memory that the derivative has not written (`kind` is
 * ENZ_RT_KIND_NONE), a block in which there may be one or several. */
struct value {
    char *start;
    size_t size;
    unsigned kind;
};

enum { BLOCK = 8 };
/* In a number: the value has no tangent. */
static const uint64_t still = UINT64_C(1) << 63;

/* False if the byte is none of a value, or of one that has a number. */
static bool value_at(struct enz_rt_tape *tape, char *byte, struct value *v)
{
    const struct page *p = page_find(tape->kinds, (uintptr_t)byte >> PAGE_BITS);
    size_t at = place_in_page(byte);
    tag_t tag = p ? p->tags[at] : tag_of(ENZ_RT_KIND_NONE, 0);
    unsigned kind = kind_of(tag);
    if ((p && p->owners && p->owners[at]) || (kind != ENZ_RT_KIND_NONE && !is_float(kind)))
        return false;
    *v = is_float(kind) ? (struct value){byte - index_of(tag), value_size(kind), kind}
                        : (struct value){byte - (uintptr_t)byte % BLOCK, BLOCK, kind};
    return true;
}

/* From here on the bytes of the value have a number. */
static void number_value(struct enz_rt_tape *tape, const struct value *v)
{
    bool block = v->kind == ENZ_RT_KIND_NONE, zero = is_zero(v->start, v->size);
    if (block && zero && is_fresh(tape, v->start) && is_fresh(tape, v->start + v->size - 1))
        return; /* new memory, which has no value yet */
    struct page *p = enz_kinds_page(tape, (uintptr_t)v->start >> PAGE_BITS);
    uint64_t owner = ++tape->kinds->numbered | (zero ? still : 0);
    for (size_t i = 0; i < v->size; i++) {
        size_t at = place_in_page(v->start + i);
        tag_t part = tag_of(v->kind, i);
        if (p->number != (uintptr_t)(v->start + i) >> PAGE_BITS)
            p = enz_kinds_page(tape, (uintptr_t)(v->start + i) >> PAGE_BITS);
        if ((p->owners && p->owners[at]) ||
            p->tags[at] != (block ? tag_of(ENZ_RT_KIND_NONE, 0) : part))
            continue;
        p->tags[at] = part;
        owners_of(p)[at] = owner;
    }
}

/* The values that have some of the n bytes get numbers; `ends`: only those that have others, too.
 */
static void number_values(struct enz_rt_tape *tape, char *s, size_t n, bool ends)
{
    struct value v;
    for (size_t i = 0; i < n; i++) {
        if (!value_at(tape, s + i, &v))
            continue;
        if (!ends || v.start < s || v.start + v.size > s + n)
            number_value(tape, &v);
        i = (size_t)(v.start + v.size - s) - 1;
    }
}

static void owners_clear(struct enz_rt_tape *tape, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (owner_get(tape, s + i))
            owner_put(tape, s + i, 0);
}

/* One value of eight bytes where one of the kind is already, or nothing that could be part of one:
 * false if it cannot be that. */
static bool put_one(struct enz_rt_tape *tape, const char *s, unsigned kind)
{
    struct page *p = page_at_hand(tape, s, WORD);
    tag_t *tags = p ? p->tags + place_in_page(s) : NULL;
    bool unused = tags && is_untagged(tags, WORD) && place_in_page(s) % BLOCK == 0;
    if (!tags || !(unused || is_one(tags, WORD, kind)))
        return false;
    memcpy(tags, kind == ENZ_RT_KIND_POINTER ? pointer_tags : double_tags, WORD);
    if (p->owners)
        memset(p->owners + place_in_page(s), 0, WORD * sizeof *p->owners);
    return true;
}

static void put_any(struct enz_rt_tape *tape, char *s, size_t n, unsigned kind)
{
    ALONE_WITH(tape);
    tag_t tags[GATHERED];
    size_t unit = unit_size(kind) ? unit_size(kind) : 1, step = GATHERED / unit * unit;
    number_values(tape, s, n, true);
    owners_clear(tape, s, n);
    for (size_t m; n; s += m, n -= m) {
        m = n < step ? n : step;
        for (size_t i = 0; i < m; i++)
            tags[i] = tag_of(kind, i % unit);
        tags_put(tape, s, tags, m);
    }
}

void enz_rt_kind_put(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind)
{
    bool word = n == WORD && (kind == ENZ_RT_KIND_POINTER || kind == ENZ_RT_KIND_DOUBLE);
    if (!word || !put_one(tape, shadow, kind))
        put_any(tape, shadow, n, kind);
}

void enz_rt_kind_part(struct enz_rt_tape *tape, void *shadow, size_t n)
{
    ALONE_WITH(tape);
    char *s = shadow;
    if (is_zero(s, n))
        return;
    enz_kinds_page(tape, (uintptr_t)s >> PAGE_BITS);
    uint64_t owner = 0;
    for (size_t i = 0; i < n; i++) {
        tag_t tag = tag_of(ENZ_RT_KIND_NONE, i % BLOCK);
        owner = i % BLOCK ? owner : ++tape->kinds->numbered;
        tags_put(tape, s + i, &tag, 1);
        owner_put(tape, s + i, owner);
    }
}

/* The numbers of n bytes become these. */
static void owners_put(struct enz_rt_tape *tape, const char *to, const uint64_t *owners, size_t n)
{
    for (size_t m; n; to += m, owners += m, n -= m) {
        struct page *p = enz_kinds_page(tape, (uintptr_t)to >> PAGE_BITS);
        uint64_t any = 0;
        m = in_page((uintptr_t)to, n);
        for (size_t i = 0; i < m; i++)
            any |= owners[i];
        if (any || p->owners)
            memcpy(owners_of(p) + place_in_page(to), owners, m * sizeof *owners);
    }
}

void enz_rt_kind_move(struct enz_rt_tape *tape, void *dst, void *src, size_t n)
{
    ALONE_WITH(tape);
    if (dst == src || !n)
        return;
    char *d = dst, *s = src;
    tag_t few_tags[GATHERED],
        *tags = n <= GATHERED ? few_tags : enz_kinds_allocate(n, sizeof *tags);
    uint64_t few[GATHERED], *owners = n <= GATHERED ? few : enz_kinds_allocate(n, sizeof *owners);
    number_values(tape, s, n, false);
    tags_get(tape, s, tags, n);
    owners_get(tape, s, owners, n);
    number_values(tape, d, n, true);
    tags_put(tape, d, tags, n);
    owners_put(tape, d, owners, n);
    if (n > GATHERED) {
        free(owners);
        free(tags);
    }
}

/* Tag and number of the byte behind one with these in a value, or in blocks one behind the other.
 */
static void step(tag_t *tag, uint64_t *owner)
{
    bool block = kind_of(*tag) == ENZ_RT_KIND_NONE;
    if (is_float(kind_of(*tag)) || (*owner && block))
        ++*tag;
    if (*owner && block && index_of(*tag) == BLOCK)
        *tag = tag_of(ENZ_RT_KIND_NONE, 0), *owner = *owner % still + 1;
}

/* All bytes are those of one value, in their order, or all were written by others. */
static bool is_one_value(struct enz_rt_tape *tape, const char *s, size_t n, unsigned kind)
{
    tag_t tags[16], want;
    tags_get(tape, s, tags, n);
    uint64_t owner = owner_get(tape, s);
    size_t start = index_of(want = tags[0]), align = unit_size(kind) < 4 ? unit_size(kind) : 4;
    if (is_float(kind_of(want)) ? kind_of(want) != kind || start : start % align)
        return false;
    for (size_t i = 0; i < n; i++, step(&want, &owner))
        if (tags[i] != want || owner_get(tape, s + i) % still != owner % still)
            return false;
    return true;
}

static bool is_still(struct enz_rt_tape *tape, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] || (owner_get(tape, s + i) && !(owner_get(tape, s + i) & still)))
            return false;
    return true;
}

/* The eight bytes are one double that is nowhere in parts. */
static bool is_one_double(const struct enz_rt_tape *tape, const char *s)
{
    const struct page *p = page_at_hand(tape, s, WORD);
    uint64_t others = 0;
    if (!p || !is_one(p->tags + place_in_page(s), WORD, ENZ_RT_KIND_DOUBLE))
        return false;
    for (size_t i = 1; i < WORD && p->owners; i++)
        others |= p->owners[place_in_page(s) + i] ^ p->owners[place_in_page(s)];
    return !others;
}

static int tangent_of_any(struct enz_rt_tape *tape, const char *s, char *t, size_t n, unsigned kind)
{
    ALONE_WITH(tape);
    size_t unit = unit_size(kind), size = value_size(kind);
    int lost = 0;
    for (; n >= size; s += unit, t += unit) {
        tag_t tags[16];
        tags_get(tape, s, tags, size);
        bool pointer = has_kind(tags, size, ENZ_RT_KIND_POINTER);
        if (!is_still(tape, s, size) && (pointer || !is_one_value(tape, s, size, kind))) {
            memset(t, 0xff, size); /* not a number */
            lost = 1;
        }
        if (n <= unit)
            break;
        n -= unit;
    }
    return lost;
}

int enz_rt_kind_tangent(struct enz_rt_tape *tape, const void *shadow, void *tangent, size_t n,
                        unsigned kind)
{
    bool whole = n == WORD && kind == ENZ_RT_KIND_DOUBLE && is_one_double(tape, shadow);
    return whole ? 0 : tangent_of_any(tape, shadow, tangent, n, kind);
}

/* The byte is part of a value that has a tangent, or of a pointer. */
static bool has_tangent(struct enz_rt_tape *tape, char *byte)
{
    struct value v;
    tag_t tag;
    uint64_t owner = owner_get(tape, byte);
    tags_get(tape, byte, &tag, 1);
    if (owner)
        return !(owner & still);
    return value_at(tape, byte, &v) ? !is_zero(v.start, v.size)
                                    : kind_of(tag) != ENZ_RT_KIND_INTEGER || *byte;
}

uint64_t enz_rt_kind_moving(struct enz_rt_tape *tape, void *shadow, const void *primal, size_t n)
{
    ALONE_WITH(tape);
    char *s = shadow;
    uint64_t moving = 0;
    for (size_t i = 0; i < n && shadow != primal; i++)
        moving |= (uint64_t)has_tangent(tape, s + i) << i;
    return moving;
}

void enz_rt_kind_bits(struct enz_rt_tape *tape, const void *shadow, void *tangent, size_t n)
{
    ALONE_WITH(tape);
    const char *s = shadow;
    char *t = tangent;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_INTEGER || kind_of(tag) == ENZ_RT_KIND_POINTER)
            t[i] = 0;
    }
}
