/* Tags of the kind map, one for each byte. */
#ifndef ENZ_KINDS_TAGS_H
#define ENZ_KINDS_TAGS_H

#include "kinds/map.h"

static inline bool is_part(tag_t tag)
{
    return tag >> 4 > ENZ_RT_KIND_X86_FP80;
}

static inline tag_t as_whole(tag_t tag)
{
    return is_part(tag) ? (tag_t)(tag - (PARTS << 4)) : tag;
}

static inline unsigned kind_of(tag_t tag)
{
    return as_whole(tag) >> 4;
}

static inline tag_t tag_of(unsigned kind, size_t index)
{
    return (tag_t)(kind << 4 | index);
}

static inline size_t index_of(tag_t tag)
{
    return tag & 15;
}

static inline bool is_float(unsigned kind)
{
    return kind >= ENZ_RT_KIND_HALF;
}

/* Of ENZ_RT_KIND_NONE, in reverse mode: nothing yet, and a copy of bytes of the user's that may be
 * part of a value. */
static const tag_t nobodys = ENZ_RT_KIND_NONE << 4, users = ENZ_RT_KIND_NONE << 4 | 1;

/* Bytes from one value to the next in an array. */
static inline size_t unit_size(unsigned kind)
{
    static const uint8_t sizes[] = {[ENZ_RT_KIND_POINTER] = sizeof(void *),
                                    [ENZ_RT_KIND_INTEGER] = 1,
                                    [ENZ_RT_KIND_LOADED] = 1,
                                    [ENZ_RT_KIND_CANDIDATE] = 1,
                                    [ENZ_RT_KIND_LOST] = 1,
                                    [ENZ_RT_KIND_HALF] = 2,
                                    [ENZ_RT_KIND_BFLOAT] = 2,
                                    [ENZ_RT_KIND_FLOAT] = 4,
                                    [ENZ_RT_KIND_DOUBLE] = 8,
                                    [ENZ_RT_KIND_X86_FP80] = 16};
    return sizes[kind];
}

/* Bytes of the value itself; those behind are padding. */
static inline size_t value_size(unsigned kind)
{
    return kind == ENZ_RT_KIND_X86_FP80 ? 10 : unit_size(kind);
}

static inline bool is_zero(const void *p, size_t n)
{
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

/* The n bytes are one whole unit of this kind. */
static inline bool is_unit(const tag_t *tags, size_t n, unsigned kind)
{
    if (n < value_size(kind))
        return false;
    for (size_t i = 0; i < value_size(kind); i++)
        if (tags[i] != tag_of(kind, i))
            return false;
    return true;
}

static inline bool has_kind(const tag_t *tags, size_t n, unsigned kind)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(tags[i]) == kind)
            return true;
    return false;
}

/* All bytes of the adjoint that byte i belongs to are among the n. */
static inline bool is_inside(tag_t tag, size_t i, size_t n)
{
    size_t index = index_of(tag);
    return index <= i && value_size(kind_of(tag)) <= n - (i - index);
}

/* ---- values of eight bytes, or four: most are ---- */

enum { WORD = 8, HALF = WORD / 2 };

/* The tags of one value. */
static const tag_t pointer_tags[WORD] = {16, 17, 18, 19, 20, 21, 22, 23},
                   double_tags[WORD] = {144, 145, 146, 147, 148, 149, 150, 151},
                   float_tags[HALF] = {128, 129, 130, 131},
                   integer_tags[WORD] = {32, 32, 32, 32, 32, 32, 32, 32};
_Static_assert(ENZ_RT_KIND_POINTER == 1 && ENZ_RT_KIND_INTEGER == 2 && ENZ_RT_KIND_FLOAT == 8 &&
                   ENZ_RT_KIND_DOUBLE == 9,
               "tags of values");

static inline uint64_t word_of(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint32_t half_of(const void *bytes)
{
    uint32_t half;
    memcpy(&half, bytes, sizeof half);
    return half;
}

/* The n tags are those of one value of this kind, which has as many bytes; of kinds with eight
 * bytes or four. */
static inline bool is_one(const tag_t *tags, size_t n, unsigned kind)
{
    switch (kind) {
    case ENZ_RT_KIND_POINTER: return n == WORD && word_of(tags) == word_of(pointer_tags);
    case ENZ_RT_KIND_DOUBLE: return n == WORD && word_of(tags) == word_of(double_tags);
    case ENZ_RT_KIND_FLOAT: return n == HALF && half_of(tags) == half_of(float_tags);
    default: return false;
    }
}

/* Nobody has tagged the n bytes, eight or four. */
static inline bool is_untagged(const tag_t *tags, size_t n)
{
    return n == WORD ? !word_of(tags) : n == HALF && !half_of(tags);
}

/* The n bytes, eight at most, are those of integers without a shadow. */
static inline bool are_integers(const tag_t *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tags[i] != ENZ_RT_KIND_INTEGER << 4)
            return false;
    return true;
}

/* What the tags from the i-th on, of n, say of eight bytes: mostly it is one of these. */
enum word {
    WORD_OTHER,
    WORD_DOUBLE,
    WORD_POINTER,
    WORD_INTEGERS,
    WORD_UNUSED /* nobody has tagged them, or some are of integers */
};

static inline enum word word_at(const tag_t *tags, size_t i, size_t n)
{
    uint64_t word = n - i < WORD ? ~UINT64_C(0) : word_of(tags + i), all = word_of(integer_tags);
    return word == word_of(double_tags)    ? WORD_DOUBLE
           : word == word_of(pointer_tags) ? WORD_POINTER
           : word == all                   ? WORD_INTEGERS
           : word & ~all                   ? WORD_OTHER
                                           : WORD_UNUSED;
}

/* One of eight tags is of this kind, which is none of a floating-point format. */
static inline bool word_has_kind(uint64_t tags, unsigned kind)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t other = (tags >> 4 & 15 * ones) ^ kind * ones; /* zero in such a byte */
    return (other - ones) & ~other & 128 * ones;
}

#endif
