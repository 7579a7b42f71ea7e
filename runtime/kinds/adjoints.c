/* The kind map in the reverse sweep: adjoints of what was loaded and stored. */
#include "kinds/formats.h"
#include "kinds/tags.h"
#include "kinds/torn.h"
#include "lines.h"

/* One unit: makes the shadow an adjoint of this kind, to be added to. */
static void begin_adjoint(struct enz_rt_tape *tape, char *s, unsigned kind, const char *where)
{
    tag_t tags[16], new[16];
    size_t size = value_size(kind);
    tags_get(tape, s, tags, size);
    enz_kinds_check_loaded(s, tags, size, where);
    enz_kinds_check_whole(tape, s, tags, size, kind, where);
    if (has_kind(tags, size, ENZ_RT_KIND_POINTER))
        memset(s, 0, size);
    for (size_t i = 0; i < size; i++)
        new[i] = tag_of(kind, i);
    tags_put(tape, s, new, size);
}

void enz_rt_kind_add(struct enz_rt_tape *tape, void *shadow, const void *amount, size_t n,
                     unsigned kind, const char *where)
{
    ALONE_WITH(tape);
    size_t unit = unit_size(kind);
    char *s = shadow;
    for (const char *a = amount; n >= value_size(kind); s += unit, a += unit) {
        if (!is_zero(a, value_size(kind))) {
            if (!shadow) /* of a pointer that was taken for a number on its way */
                enz_rt_number_as_address(where);
            begin_adjoint(tape, s, kind, where);
            enz_kinds_sum(s, a, kind);
        }
        if (n <= unit)
            break;
        n -= unit;
    }
}

void enz_rt_kind_take(struct enz_rt_tape *tape, void *shadow, void *amount, size_t n, unsigned kind,
                      const char *where)
{
    ALONE_WITH(tape);
    size_t unit = unit_size(kind), size = value_size(kind);
    char *s = shadow;
    for (char *a = amount; n >= size; s += unit, a += unit) {
        tag_t tags[16];
        tags_get(tape, s, tags, size);
        memset(a, 0, size);
        enz_kinds_check_whole(tape, s, tags, size, kind, where);
        if (!has_kind(tags, size, ENZ_RT_KIND_POINTER)) {
            memcpy(a, s, size);
            memset(s, 0, size);
        }
        if (n <= unit)
            break;
        n -= unit;
    }
}

/* Values of eight bytes and of four. Most are where the tags already say so; what nobody has tagged
 * is taken as it is. */
#define ONE_VALUE(type, kind)                                                                      \
    void enz_rt_kind_add_##type(struct enz_rt_tape *tape, void *shadow, type amount,               \
                                const char *where)                                                 \
    {                                                                                              \
        const tag_t *tags = tags_at_hand(tape, shadow, sizeof amount);                             \
        type sum;                                                                                  \
        if (!tags || !is_one(tags, sizeof amount, kind) || !ENZ_SINGLE_THREADED) {                 \
            enz_rt_kind_add(tape, shadow, &amount, sizeof amount, kind, where);                    \
            return;                                                                                \
        }                                                                                          \
        memcpy(&sum, shadow, sizeof sum);                                                          \
        sum += amount;                                                                             \
        memcpy(shadow, &sum, sizeof sum);                                                          \
    }                                                                                              \
                                                                                                   \
    type enz_rt_kind_take_##type(struct enz_rt_tape *tape, void *shadow, const char *where)        \
    {                                                                                              \
        const tag_t *tags = tags_at_hand(tape, shadow, sizeof(type));                              \
        type adjoint;                                                                              \
        if (!tags || !(is_one(tags, sizeof adjoint, kind) || is_untagged(tags, sizeof adjoint))) { \
            enz_rt_kind_take(tape, shadow, &adjoint, sizeof adjoint, kind, where);                 \
            return adjoint;                                                                        \
        }                                                                                          \
        memcpy(&adjoint, shadow, sizeof adjoint);                                                  \
        memset(shadow, 0, sizeof adjoint);                                                         \
        return adjoint;                                                                            \
    }

ONE_VALUE(float, ENZ_RT_KIND_FLOAT)
ONE_VALUE(double, ENZ_RT_KIND_DOUBLE)

/* The bytes depend on active values, which get nothing. */
static void check_lost(struct enz_rt_tape *tape, const char *byte, tag_t tag, const char *where)
{
    bool integer = kind_of(tag) == ENZ_RT_KIND_NONE || kind_of(tag) == ENZ_RT_KIND_INTEGER ||
                   kind_of(tag) == ENZ_RT_KIND_LOST;
    if (is_part(tag) || enz_kinds_is_live(tape, byte, tag) || (*byte && integer))
        enz_rt_bits_lost(where);
}

/* Eight bytes from s on, of which nothing is lost and nothing is part of a value that has others;
 * those of a pointer stay. */
static bool overwrite_word(const struct enz_rt_tape *tape, char *s, size_t n)
{
    const tag_t *tags = n < WORD ? NULL : tags_at_hand(tape, s, WORD);
    enum word word = tags ? word_at(tags, 0, WORD) : WORD_OTHER;
    if (word != WORD_OTHER && word != WORD_POINTER)
        memset(s, 0, WORD);
    return word != WORD_OTHER;
}

static void overwrite_any(struct enz_rt_tape *tape, char *s, size_t n, unsigned active,
                          const char *where)
{
    ALONE_WITH(tape);
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        if (!active && overwrite_word(tape, s + i, n - i)) {
            i += WORD - 1;
            continue;
        }
        tags_get(tape, s + i, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_POINTER)
            continue;
        if (active)
            check_lost(tape, s + i, tag, where);
        if (is_float(kind_of(tag)) && !is_inside(tag, i, n) &&
            enz_kinds_is_live(tape, s + i, tag)) {
            enz_kinds_tear(tape, s + i, tag, where);
            tags_get(tape, s + i, &tag, 1);
        }
        if (is_part(tag))
            enz_kinds_drop(tape, s + i, tag);
        s[i] = 0;
    }
}

void enz_rt_kind_overwritten(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned active,
                             const char *where)
{
    const tag_t *tags = n <= WORD ? tags_at_hand(tape, shadow, n) : NULL;
    if (tags && is_one(tags, n, ENZ_RT_KIND_POINTER))
        return;
    if (tags && !active && are_integers(tags, n))
        memset(shadow, 0, n);
    else
        overwrite_any(tape, shadow, n, active, where);
}

void enz_rt_kind_clear_adjoints(struct enz_rt_tape *tape, void *shadow, size_t n)
{
    ALONE_WITH(tape);
    char *s = shadow;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (is_part(tag))
            enz_kinds_drop(tape, s + i, tag);
        if (is_float(kind_of(tag)))
            s[i] = 0;
    }
}
