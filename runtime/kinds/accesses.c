/* The kind map in the forward sweep of reverse mode: what is stored and loaded; and in both modes
 * pointers that are loaded. */
#include "kinds/tags.h"
#include "kinds/torn.h"

void enz_rt_kind_fresh(struct enz_rt_tape *tape, const void *shadow, size_t n)
{
    ALONE_WITH(tape);
    enz_kinds_drop_all(tape, shadow, n);
    enz_kinds_fresh(tape, shadow, n);
}

static bool is_pointers(tag_t tag)
{
    return kind_of(tag) == ENZ_RT_KIND_POINTER || kind_of(tag) == ENZ_RT_KIND_LOADED;
}

/* The eight bytes from the i-th on, of n, neither cover anything nor come where something was
 * covered. */
static bool replaces_easily(const struct enz_rt_tape *tape, const tag_t *old, const tag_t *new,
                            size_t i, size_t n)
{
    switch (word_at(new, i, n)) {
    case WORD_INTEGERS:
    case WORD_UNUSED: return true;
    case WORD_DOUBLE: return !tape->kinds || !tape->kinds->covered;
    case WORD_POINTER: return word_at(old, i, n) == WORD_POINTER;
    default: return false;
    }
}

void enz_kinds_replace(struct enz_rt_tape *tape, const char *s, const tag_t *old, const tag_t *new,
                       size_t n, const char *where)
{
    for (size_t i = 0; i < n; i++) {
        if (replaces_easily(tape, old, new, i, n)) {
            i += WORD - 1;
            continue;
        }
        uintptr_t at = (uintptr_t)(s + i), bit = at & (PAGE_SIZE - 1);
        bool pointer = kind_of(new[i]) == ENZ_RT_KIND_POINTER;
        if (pointer && s[i] && !is_pointers(old[i]) && !is_fresh(tape, s + i)) {
            enz_kinds_page(tape, at >> PAGE_BITS)->covered[bit / 8] |= (uint8_t)(1 << bit % 8);
            tape->kinds->covered = true;
        } else if (is_float(kind_of(new[i])) && tape->kinds && tape->kinds->covered) {
            const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
            if (p && p->covered[bit / 8] >> bit % 8 & 1)
                enz_rt_seed_lost(where);
        }
    }
}

/* Shadow pointers that these bytes held are gone. */
static void forget_pointers(char *shadow, const tag_t *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (n - i >= WORD && !word_has_kind(word_of(tags + i), ENZ_RT_KIND_POINTER))
            i += WORD - 1;
        else if (kind_of(tags[i]) == ENZ_RT_KIND_POINTER)
            shadow[i] = 0;
}

static void store_any(struct enz_rt_tape *tape, char *s, size_t n, unsigned kind, const char *where)
{
    ALONE_WITH(tape);
    tag_t old[GATHERED], new[GATHERED];
    size_t unit = unit_size(kind), step = GATHERED / unit * unit;
    for (size_t i = 0; i < n && i < step; i++)
        new[i] = unit == 1 ? tag_of(kind, 0) : tag_of(kind, i % unit);
    for (size_t m; n; s += m, n -= m) {
        m = n < step ? n : step;
        enz_kinds_drop_all(tape, s, m);
        tags_get(tape, s, old, m);
        enz_kinds_replace(tape, s, old, new, m, where);
        if (kind != ENZ_RT_KIND_POINTER) {
            forget_pointers(s, old, m);
            if (is_float(kind))
                enz_kinds_check_loaded(s, old, m, where);
        }
        tags_put(tape, s, new, m);
    }
}

void enz_rt_kind_store(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind,
                       const char *where)
{
    tag_t *tags = kind == ENZ_RT_KIND_INTEGER && n <= WORD ? tags_at_hand(tape, shadow, n) : NULL;
    if (tags && !tape->kinds->torn_count && !has_kind(tags, n, ENZ_RT_KIND_POINTER))
        memset(tags, ENZ_RT_KIND_INTEGER << 4, n);
    else
        store_any(tape, shadow, n, kind, where);
}

/* Of eight bytes with these tags, none is part of a pointer, or may be, or of a torn adjoint. */
static bool may_be_replaced(const struct enz_rt_kinds *k, uint64_t tags)
{
    return !k->torn_count && !k->covered && !word_has_kind(tags, ENZ_RT_KIND_POINTER) &&
           !word_has_kind(tags, ENZ_RT_KIND_LOADED);
}

void enz_rt_kind_store_double(struct enz_rt_tape *tape, void *shadow, const char *where)
{
    tag_t *tags = tags_at_hand(tape, shadow, WORD);
    if (tags && may_be_replaced(tape->kinds, word_of(tags)))
        memcpy(tags, double_tags, WORD);
    else
        store_any(tape, shadow, WORD, ENZ_RT_KIND_DOUBLE, where);
}

void enz_rt_kind_store_pointer(struct enz_rt_tape *tape, void *shadow, const char *where)
{
    tag_t *tags = tags_at_hand(tape, shadow, WORD);
    bool covers = tags && word_of(shadow) && !is_one(tags, WORD, ENZ_RT_KIND_POINTER);
    if (tags && !covers && !tape->kinds->torn_count)
        memcpy(tags, pointer_tags, WORD);
    else
        store_any(tape, shadow, WORD, ENZ_RT_KIND_POINTER, where);
}

/* The bytes of its shadow are not those of one pointer, in their places, nor of none. */
static bool is_lost(const tag_t *tags)
{
    size_t size = sizeof(void *);
    return has_kind(tags, size, ENZ_RT_KIND_LOST) ||
           (has_kind(tags, size, ENZ_RT_KIND_POINTER) && !is_unit(tags, size, ENZ_RT_KIND_POINTER));
}

/* One pointer. If it is not known to be one, an integer that becomes one later says so then. */
static bool load_lost(struct enz_rt_tape *tape, const char *s, const char *primal,
                      const char *where)
{
    tag_t tags[sizeof(void *)];
    tags_get(tape, s, tags, sizeof tags);
    if (is_lost(tags) && where && !is_zero(primal, sizeof tags))
        enz_rt_address_made(where);
    return is_lost(tags);
}

static void load_any(struct enz_rt_tape *tape, const char *s, char *o, size_t n, const char *p,
                     const char *where)
{
    ALONE_WITH(tape);
    for (size_t i = 0; i < n; i++) {
        tag_t tag, loaded = tag_of(ENZ_RT_KIND_LOADED, 0);
        tags_get(tape, s + i, &tag, 1);
        o[i] = kind_of(tag) == ENZ_RT_KIND_CANDIDATE ? (char)candidate_get(tape, s + i) : s[i];
        if (kind_of(tag) == ENZ_RT_KIND_NONE)
            tags_put(tape, s + i, &loaded, 1);
    }
    for (size_t i = 0; i + sizeof(void *) <= n; i += sizeof(void *))
        if (load_lost(tape, s + i, p + i, where))
            memset(o + i, ENZ_RT_LOST, sizeof(void *));
}

void enz_rt_kind_load(struct enz_rt_tape *tape, const void *shadow, void *out, size_t n,
                      const void *primal, const char *where)
{
    const tag_t *tags = n == WORD ? tags_at_hand(tape, shadow, WORD) : NULL;
    if (tags && is_one(tags, WORD, ENZ_RT_KIND_POINTER))
        memcpy(out, shadow, WORD);
    else
        load_any(tape, shadow, out, n, primal, where);
}

int enz_rt_kind_no_shadow(struct enz_rt_tape *tape, const void *shadow, size_t n,
                          const void *primal, const char *where)
{
    const tag_t *tags = n == WORD ? tags_at_hand(tape, shadow, WORD) : NULL;
    if (tags && is_one(tags, WORD, ENZ_RT_KIND_POINTER))
        return 0;
    ALONE_WITH(tape);
    const char *s = shadow, *p = primal;
    int lost = 0;
    for (size_t i = 0; i + sizeof(void *) <= n; i += sizeof(void *))
        lost |= load_lost(tape, s + i, p + i, where);
    return lost;
}

/* A byte of a pointer may be zero where the pointer is not: the whole of it is looked at. */
static bool is_candidate(struct enz_rt_tape *tape, const char *byte)
{
    const char *s = byte - (uintptr_t)byte % sizeof(void *);
    for (size_t i = 0; i < sizeof(void *); i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_CANDIDATE && candidate_get(tape, s + i))
            return true;
    }
    return false;
}

/* Known to be part of a pointer, or of an integer made of one. */
static bool is_address(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    return kind_of(tag) == ENZ_RT_KIND_POINTER || kind_of(tag) == ENZ_RT_KIND_LOST ||
           (kind_of(tag) == ENZ_RT_KIND_CANDIDATE && is_candidate(tape, byte));
}

int enz_rt_kind_has_address(struct enz_rt_tape *tape, const void *shadow, size_t n)
{
    ALONE_WITH(tape);
    for (const char *s = shadow; n--; s++) {
        tag_t tag;
        tags_get(tape, s, &tag, 1);
        bool unknown = (kind_of(tag) == ENZ_RT_KIND_NONE && !is_fresh(tape, s)) ||
                       kind_of(tag) == ENZ_RT_KIND_LOADED;
        if (is_address(tape, s, tag) || (unknown && enz_rt_has_address(s, 1)))
            return 1;
    }
    return 0;
}

/* What may be a pointer is its own shadow: an integer, or an address without derivative. */
static bool is_own_shadow(struct enz_rt_tape *tape, const char *byte, const char *primal)
{
    size_t at = (uintptr_t)byte % sizeof(void *);
    const char *s = byte - at, *p = primal - at;
    for (size_t i = 0; i < sizeof(void *); i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_CANDIDATE && (char)candidate_get(tape, s + i) != p[i])
            return false;
    }
    return true;
}

void enz_rt_kind_no_pointer(struct enz_rt_tape *tape, const void *shadow, size_t n,
                            const void *primal, const char *where)
{
    ALONE_WITH(tape);
    const char *s = shadow, *p = primal;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        bool candidate = kind_of(tag) == ENZ_RT_KIND_CANDIDATE;
        if (is_address(tape, s + i, tag) && !(candidate && is_own_shadow(tape, s + i, p + i)))
            enz_rt_address_lost(where);
    }
}

/* ---- integers laid over each other ---- */

static bool carries(struct enz_rt_tape *tape, const char *byte)
{
    tag_t tag;
    tags_get(tape, byte, &tag, 1);
    if (tag == nobodys && is_fresh(tape, byte))
        return *byte;
    return kind_of(tag) != ENZ_RT_KIND_INTEGER;
}

uint64_t enz_rt_kind_carried(struct enz_rt_tape *tape, const void *shadow, const void *primal,
                             size_t n)
{
    ALONE_WITH(tape);
    const char *s = shadow;
    uint64_t carried = 0;
    for (size_t i = 0; i < n && shadow != primal; i++)
        carried |= (uint64_t)carries(tape, s + i) << i;
    return carried;
}

static unsigned byte_source(unsigned a, unsigned b, bool in_a, bool in_b, const char *where)
{
    if (in_a && !in_b && !b)
        return 1;
    if (in_b && !in_a && !a)
        return 2;
    if (where && (in_a || in_b))
        enz_rt_bits_lost(where);
    return 0;
}

uint64_t enz_rt_kind_sources(const void *a, const void *b, size_t n, uint64_t in_a, uint64_t in_b,
                             const char *where)
{
    const uint8_t *p = a, *q = b;
    uint64_t sources = 0;
    for (size_t i = 0; i < n; i++)
        sources |= (uint64_t)byte_source(p[i], q[i], in_a >> i & 1, in_b >> i & 1, where) << 2 * i;
    return sources;
}

/* Part of a pointer with a shadow that is not itself, or of an integer made of one. */
static bool has_other_shadow(struct enz_rt_tape *tape, const char *byte, const char *primal)
{
    tag_t tag;
    tags_get(tape, byte, &tag, 1);
    size_t index = index_of(tag), size = sizeof(void *);
    if (kind_of(tag) == ENZ_RT_KIND_POINTER)
        return !is_zero(byte - index, size) && memcmp(byte - index, primal - index, size) != 0;
    return is_address(tape, byte, tag) &&
           !(kind_of(tag) == ENZ_RT_KIND_CANDIDATE && is_own_shadow(tape, byte, primal));
}

void enz_rt_kind_rest(struct enz_rt_tape *tape, void *rest, const void *shadow, const void *primal,
                      size_t n)
{
    ALONE_WITH(tape);
    const char *s = shadow, *p = primal;
    for (size_t i = 0; i < n && shadow != primal; i++)
        if (has_other_shadow(tape, s + i, p + i)) {
            enz_rt_kind_store(tape, rest, n, ENZ_RT_KIND_LOST, NULL);
            return;
        }
}
