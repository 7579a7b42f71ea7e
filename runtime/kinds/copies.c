/* The kind map where bytes are copied, forwards and in the reverse sweep. */
#include "kinds/tags.h"
#include "kinds/torn.h"

#include <stdlib.h>

/* What a copy reads, all of it before anything is written: blocks may overlap. */
struct gathered {
    char *bytes;
    tag_t *tags;
    uint64_t *owners; /* of parts; NULL if there are none anywhere */
    char room[2 * GATHERED];
};

static void gather(struct enz_rt_tape *tape, struct gathered *g, const char *from, size_t n)
{
    g->bytes = n <= GATHERED ? g->room : enz_kinds_allocate(n, 2);
    g->tags = (tag_t *)g->bytes + n;
    memcpy(g->bytes, from, n);
    tags_get(tape, from, g->tags, n);
    g->owners = NULL;
}

static void gather_owners(struct enz_rt_tape *tape, struct gathered *g, const char *from, size_t n)
{
    if (!tape->kinds || !tape->kinds->torn_count)
        return;
    g->owners = enz_kinds_allocate(n, sizeof *g->owners);
    for (size_t i = 0; i < n; i++)
        g->owners[i] = is_part(g->tags[i]) ? owner_get(tape, from + i) : 0;
}

static void gathered_free(struct gathered *g)
{
    free(g->owners);
    if (g->bytes != g->room)
        free(g->bytes);
}

/* The byte s of the source as it arrives: its tag, and *byte, the shadow if it is a pointer's. */
static tag_t arriving(struct enz_rt_tape *tape, const char *s, tag_t tag, char *byte,
                      uint8_t possible)
{
    if (kind_of(tag) == ENZ_RT_KIND_CANDIDATE)
        *byte = (char)candidate_get(tape, s);
    else if ((kind_of(tag) == ENZ_RT_KIND_NONE || kind_of(tag) == ENZ_RT_KIND_LOADED) &&
             possible & ENZ_RT_MAY_BE_POINTER)
        return tag_of(ENZ_RT_KIND_CANDIDATE, 0);
    else if (tag == nobodys && possible & ENZ_RT_MAY_BE_FLOAT && !is_fresh(tape, s))
        return users;
    return tag;
}

/* Eight bytes of the source, from the i-th on, of n, keep their tags. */
static bool arrives_as_it_is(const struct enz_rt_tape *tape, const char *s, const tag_t *tags,
                             size_t i, size_t n, const uint8_t *possible, size_t period)
{
    static const uint64_t pointers = UINT64_C(0x0101010101010101) * ENZ_RT_MAY_BE_POINTER;
    size_t at = i % period;
    switch (word_at(tags, i, n)) {
    case WORD_OTHER: return false;
    case WORD_UNUSED:
        return period >= WORD && at <= period - WORD && !(word_of(possible + at) & pointers) &&
               are_fresh(tape, s + i);
    default: return true;
    }
}

/* The eight bytes from the i-th on, of n, arrive where these old tags are, if that is easy: they
 * are one value, or none, and cover no part of a pointer, or are one. */
static bool deliver_word(char *to, const char *bytes, const tag_t *tags, const tag_t *old, size_t i,
                         size_t n)
{
    enum word word = word_at(tags, i, n);
    if (word == WORD_OTHER)
        return false;
    if (word == WORD_POINTER)
        memcpy(to + i, bytes + i, WORD);
    return word == WORD_POINTER || !word_has_kind(word_of(old + i), ENZ_RT_KIND_POINTER);
}

static void deliver_some(struct enz_rt_tape *tape, char *to, const char *bytes, const tag_t *tags,
                         size_t n, const char *where)
{
    tag_t old[GATHERED];
    tags_get(tape, to, old, n);
    enz_kinds_replace(tape, to, old, tags, n, where);
    for (size_t i = 0; i < n; i++) {
        if (deliver_word(to, bytes, tags, old, i, n)) {
            i += WORD - 1;
            continue;
        }
        if (kind_of(tags[i]) == ENZ_RT_KIND_POINTER)
            to[i] = bytes[i];
        else if (kind_of(old[i]) == ENZ_RT_KIND_POINTER)
            to[i] = 0;
        if (kind_of(tags[i]) == ENZ_RT_KIND_CANDIDATE)
            candidate_put(tape, to + i, (uint8_t)bytes[i]);
    }
    tags_put(tape, to, tags, n);
}

static void deliver(struct enz_rt_tape *tape, char *to, const char *bytes, const tag_t *tags,
                    size_t n, const char *where)
{
    for (size_t m; n; to += m, bytes += m, tags += m, n -= m) {
        m = n < GATHERED ? n : GATHERED;
        deliver_some(tape, to, bytes, tags, m, where);
    }
}

void enz_rt_kind_copy(struct enz_rt_tape *tape, void *dst, const void *src, size_t n,
                      const uint8_t *possible, size_t period, const char *where)
{
    ALONE_WITH(tape);
    const char *s = src;
    struct gathered g;
    if (dst == src || !n)
        return;
    gather(tape, &g, s, n);
    for (size_t i = 0; i < n; i++)
        if (arrives_as_it_is(tape, s, g.tags, i, n, possible, period))
            i += WORD - 1;
        else
            g.tags[i] =
                arriving(tape, s + i, as_whole(g.tags[i]), &g.bytes[i], possible[i % period]);
    deliver(tape, dst, g.bytes, g.tags, n, where);
    gathered_free(&g);
}

void enz_rt_kind_copy_constant(struct enz_rt_tape *tape, void *dst, const void *primal, size_t n,
                               const uint8_t *possible, size_t period, const char *where)
{
    ALONE_WITH(tape);
    struct gathered g;
    if (!n)
        return;
    gather(tape, &g, primal, n);
    for (size_t i = 0; i < n; i++)
        g.tags[i] = possible[i % period] & ENZ_RT_MAY_BE_POINTER ? tag_of(ENZ_RT_KIND_CANDIDATE, 0)
                                                                 : tag_of(ENZ_RT_KIND_INTEGER, 0);
    deliver(tape, dst, g.bytes, g.tags, n, where);
    gathered_free(&g);
}

struct adjoint_copy {
    struct enz_rt_tape *tape;
    const char *dst;
    char *src;
    const struct gathered *g;
    size_t n;
    const uint8_t *possible; /* per byte, again after each period */
    size_t period;
    const char *where;
};

/* Part of an adjoint: it can be moved to where no adjoint is, but not added. */
static void move_part(const struct adjoint_copy *c, size_t i, tag_t new)
{
    tag_t tag;
    char *byte = c->src + i;
    tags_get(c->tape, byte, &tag, 1);
    if (is_part(tag))
        enz_rt_adjoint_torn(c->where);
    if ((kind_of(tag) != ENZ_RT_KIND_POINTER && *byte) || enz_kinds_is_live(c->tape, byte, tag))
        enz_rt_type_unknown(c->where);
    *byte = c->g->bytes[i];
    tags_put(c->tape, byte, &new, 1);
    if (!is_part(new))
        return;
    owner_put(c->tape, byte, c->g->owners[i]);
    c->tape->kinds->torn[c->g->owners[i]].where = c->where;
    enz_kinds_put_together(c->tape, byte, new);
}

static size_t move_unit(const struct adjoint_copy *c, size_t i, unsigned kind)
{
    enz_rt_kind_add(c->tape, c->src + i, c->g->bytes + i, value_size(kind), kind, c->where);
    return value_size(kind); /* not the padding: there may be the beginning of another value */
}

/* A zero byte may be part of a seed that is not zero; the copy has not all of it then. What is
 * looked at beside the bytes of the copy is memory of the user's: one that the derivative allocated
 * holds no seed, and what is behind its end is somebody else's. */
static void check_seed(const struct adjoint_copy *c, size_t i, unsigned possible)
{
    unsigned kind = possible & ENZ_RT_ONLY_FLOAT;
    if (!kind || possible & ENZ_RT_MAY_BE_POINTER || is_fresh(c->tape, c->dst + i))
        return;
    size_t size = value_size(kind), index = (uintptr_t)(c->dst + i) % unit_size(kind);
    if (index >= size || (index <= i && size <= c->n - (i - index)))
        return;
    for (size_t k = 0; k < size; k++) {
        const char *byte = c->dst + i - index + k;
        tag_t tag;
        tags_get(c->tape, byte, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_NONE && !is_fresh(c->tape, byte) && *byte)
            enz_rt_type_unknown(c->where);
    }
}

/* What the user put into the shadow of bytes that nobody tagged: nothing if it is zero or if no
 * floating-point value can be there, a seed if there can be nothing else but integers. */
static size_t move_untagged(const struct adjoint_copy *c, size_t i)
{
    unsigned possible = c->possible[i % c->period], kind = possible & ENZ_RT_ONLY_FLOAT;
    if (!(possible & ENZ_RT_MAY_BE_FLOAT))
        return 1;
    if (!c->g->bytes[i]) {
        check_seed(c, i, possible);
        return 1;
    }
    if (possible & ENZ_RT_MAY_BE_POINTER)
        enz_rt_type_unknown(c->where);
    if (!kind) {
        move_part(c, i, tag_of(ENZ_RT_KIND_NONE, 0)); /* of a seed of unknown format */
        return 1;
    }
    size_t index = (uintptr_t)(c->src + i) % unit_size(kind);
    size_t start = i - index; /* wraps if it is in front */
    if (index >= value_size(kind))
        return 1;
    if (start > i || c->n - start < value_size(kind))
        enz_rt_type_unknown(c->where);
    return move_unit(c, start, kind) - (i - start);
}

/* False if the eight bytes from the i-th on are to be looked at one by one. */
static bool move_word(const struct adjoint_copy *c, size_t i)
{
    double adjoint;
    switch (word_at(c->g->tags, i, c->n)) {
    case WORD_DOUBLE:
        memcpy(&adjoint, c->g->bytes + i, sizeof adjoint);
        enz_rt_kind_add_double(c->tape, c->src + i, adjoint, c->where);
        return true;
    case WORD_POINTER:
    case WORD_INTEGERS: return true;
    case WORD_UNUSED: return !word_of(c->g->bytes + i) && are_fresh(c->tape, c->dst + i);
    default: return false;
    }
}

static size_t move_at(const struct adjoint_copy *c, size_t i)
{
    unsigned kind = kind_of(c->g->tags[i]);
    if (move_word(c, i))
        return WORD;
    switch (kind) {
    case ENZ_RT_KIND_POINTER:
    case ENZ_RT_KIND_INTEGER:
    case ENZ_RT_KIND_LOST: return 1;
    case ENZ_RT_KIND_NONE:
    case ENZ_RT_KIND_LOADED:
    case ENZ_RT_KIND_CANDIDATE: return move_untagged(c, i);
    default: break;
    }
    if (is_unit(c->g->tags + i, c->n - i, kind))
        return move_unit(c, i, kind);
    if (is_part(c->g->tags[i]))
        move_part(c, i, c->g->tags[i]);
    return 1;
}

/* Tears the adjoints that are not all among the n bytes: they have some of the first or the last.
 */
static void tear_begun(struct enz_rt_tape *tape, const char *s, size_t n, const char *where)
{
    enum { LONGEST = 16 };
    const tag_t *tags = n <= PAGE_SIZE ? tags_at_hand(tape, s, n) : NULL;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        if (i >= LONGEST && n - i > LONGEST)
            i = n - LONGEST;
        if (tags && word_at(tags, i, n) != WORD_OTHER) { /* which has all of its value */
            i += WORD - 1;
            continue;
        }
        if (tags)
            tag = tags[i];
        else
            tags_get(tape, s + i, &tag, 1);
        if (is_float(kind_of(tag)) && !is_inside(tag, i, n) && enz_kinds_is_live(tape, s + i, tag))
            enz_kinds_tear(tape, s + i, tag, where);
    }
}

/* What was gathered is gone. */
static void clear_gathered(struct enz_rt_tape *tape, char *s, const struct gathered *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tag_t whole = as_whole(g->tags[i]);
        enum word word = word_at(g->tags, i, n);
        if (word != WORD_OTHER) {
            if (word != WORD_POINTER)
                memset(s + i, 0, WORD);
            i += WORD - 1;
            continue;
        }
        if (kind_of(whole) != ENZ_RT_KIND_POINTER)
            s[i] = 0;
        if (is_part(g->tags[i]))
            tags_put(tape, s + i, &whole, 1);
    }
}

void enz_rt_kind_adjoint(struct enz_rt_tape *tape, void *dst, void *src, size_t n,
                         const uint8_t *possible, size_t period, const char *where)
{
    ALONE_WITH(tape);
    struct gathered g;
    struct adjoint_copy c = {tape, dst, src, &g, n, possible, period, where};
    if (dst == src || !n)
        return;
    tear_begun(tape, dst, n, where);
    gather(tape, &g, dst, n);
    gather_owners(tape, &g, dst, n);
    clear_gathered(tape, dst, &g, n);
    for (size_t i = 0; i < n;)
        i += move_at(&c, i);
    gathered_free(&g);
}

/* A tangent is in the place of a shadow pointer. */
enum { TAKEN = ENZ_RT_KIND_INTEGER << 4 | 1 };

/* The byte that arrives is not of a pointer, and there are tangents among the bytes, or may be. */
static void take_place(struct enz_rt_tape *tape, char *byte, char tangent)
{
    tag_t tag, taken = TAKEN;
    tags_get(tape, byte, &tag, 1);
    if (kind_of(tag) == ENZ_RT_KIND_POINTER)
        tags_put(tape, byte, &taken, 1);
    *byte = tangent;
}

static void clear_tangent(struct enz_rt_tape *tape, char *byte)
{
    tag_t tag;
    tags_get(tape, byte, &tag, 1);
    if (kind_of(tag) != ENZ_RT_KIND_POINTER)
        *byte = 0;
}

void enz_rt_kind_tangents(struct enz_rt_tape *tape, void *dst, const void *src, size_t n)
{
    ALONE_WITH(tape);
    char *d = dst;
    bool none = true;
    struct gathered g;
    if (dst == src || !n)
        return;
    gather(tape, &g, src, n);
    for (size_t i = 0; i < n; i++)
        if (kind_of(g.tags[i]) != ENZ_RT_KIND_POINTER && g.bytes[i])
            none = false;
    for (size_t i = 0; i < n; i++)
        if (kind_of(g.tags[i]) != ENZ_RT_KIND_POINTER)
            take_place(tape, d + i, g.bytes[i]);
        else if (none)
            clear_tangent(tape, d + i);
    gathered_free(&g);
}

void enz_rt_kind_tangent_store(struct enz_rt_tape *tape, void *shadow, const void *tangent,
                               size_t n, int of_number)
{
    ALONE_WITH(tape);
    char *s = shadow;
    const char *t = tangent;
    bool takes_place = of_number || !is_zero(t, n);
    for (size_t i = 0; i < n; i++)
        if (takes_place)
            take_place(tape, s + i, t[i]);
        else
            clear_tangent(tape, s + i);
}

void enz_rt_kind_reload(struct enz_rt_tape *tape, const void *shadow, void *out, size_t n,
                        const void *primal, const char *where)
{
    ALONE_WITH(tape);
    const char *s = shadow;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (tag == TAKEN)
            enz_rt_type_unknown(where);
    }
    enz_rt_kind_load(tape, shadow, out, n, primal, where);
}
