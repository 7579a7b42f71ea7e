/* Copies of bytes whose type is known at run time only, seen from the shadow memory.
 *
 * What a word of shadow memory holds tells what it belongs to. Shadows of integers are zero and
 * need nothing. Shadows of pointers are addresses: below 2^47 in user space and not below 2^32, so
 * that as numbers they would be denormal (below 1e-309 as a double, below 1e-40 in the upper half
 * of two floats). Everything else is an adjoint. Where the source's adjoint is zero, adding is
 * moving, and moving is right whatever the type and wherever in the word a number starts. Otherwise
 * numbers are added, and then the program must have one type of numbers.
 */
#include "enz_rt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 8 };

static uint64_t word_get(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static void word_put(char *p, uint64_t w)
{
    memcpy(p, &w, sizeof w);
}

static int is_address(uint64_t w)
{
    return w >> 47 == 0 && w >> 32 != 0;
}

static int is_zero(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i])
            return 0;
    return 1;
}

static void move_bytes(char *d, char *s, size_t n)
{
    memcpy(s, d, n);
    memset(d, 0, n);
}

struct copy {
    char *d, *s;
    unsigned number;
    const char *where;
};

static void add_double(char *d, char *s)
{
    double a, b;
    memcpy(&a, d, sizeof a);
    memset(d, 0, sizeof a);
    memcpy(&b, s, sizeof b);
    b += a;
    memcpy(s, &b, sizeof b);
}

static void add_float(char *d, char *s)
{
    float a, b;
    memcpy(&a, d, sizeof a);
    memset(d, 0, sizeof a);
    memcpy(&b, s, sizeof b);
    b += a;
    memcpy(s, &b, sizeof b);
}

/* The padding behind the ten bytes is left alone. */
static void add_long_double(char *d, char *s)
{
    long double a, b;
    memcpy(&a, d, sizeof a);
    memset(d, 0, 10);
    memcpy(&b, s, sizeof b);
    b += a;
    memcpy(s, &b, 10);
}

/* Bytes that are no whole word. */
static void add_bytes(const struct copy *c, size_t at, size_t n)
{
    char *d = c->d + at, *s = c->s + at;
    if (is_zero(d, n))
        return;
    if (is_zero(s, n))
        move_bytes(d, s, n);
    else if (n == sizeof(float) && c->number == sizeof(float))
        add_float(d, s);
    else
        enz_rt_type_unknown(c->where);
}

/* A long double is told by its significand, whose leading bit is set. */
static int is_long_double(const char *p, size_t left, unsigned number)
{
    return number == 16 && left >= 16 && word_get(p) >> 63;
}

/* Small integers that the user left in both shadows are left there. */
static void add_word(const struct copy *c, size_t at, size_t left)
{
    char *d = c->d + at, *s = c->s + at;
    uint64_t w = word_get(d);
    if (is_long_double(d, left, c->number))
        add_long_double(d, s);
    else if (!w || is_address(w))
        return;
    else if (is_zero(s, WORD))
        move_bytes(d, s, WORD);
    else if (c->number == sizeof(float)) {
        add_bytes(c, at, sizeof(float));
        add_bytes(c, at + sizeof(float), sizeof(float));
    } else if (w >> 32 == 0)
        return;
    else if (c->number == sizeof(double))
        add_double(d, s);
    else
        enz_rt_type_unknown(c->where);
}

/* Where the words of both blocks start: at their common alignment, else at the first byte. */
static size_t head_size(const char *d, const char *s, size_t n)
{
    size_t off = (uintptr_t)d % WORD;
    if (!off || off != (uintptr_t)s % WORD)
        return 0;
    return WORD - off < n ? WORD - off : n;
}

/* Blocks that are less than a word apart hold no words: floats, one by one, or nothing that is
 * known. */
static void add_close_blocks(const struct copy *c, size_t n, int up)
{
    enum { STEP = sizeof(float) };
    size_t steps = n / STEP, odd = n % STEP | (size_t)llabs((long long)(c->d - c->s)) % STEP;
    if (is_zero(c->d, n))
        return;
    if (c->number != STEP || odd)
        enz_rt_type_unknown(c->where);
    for (size_t i = 0; i < steps; i++)
        add_bytes(c, STEP * (up ? i : steps - 1 - i), STEP);
}

/* Overlapping blocks: from the end that memmove wrote last. */
void enz_rt_words_adjoint(void *dst, void *src, size_t n, unsigned number, const char *where)
{
    struct copy c = {dst, src, number, where};
    size_t head = head_size(dst, src, n), words = (n - head) / WORD, tail = head + words * WORD;
    int up = c.s < c.d;
    if (c.d == c.s)
        return;
    if (c.d - c.s < WORD && c.s - c.d < WORD) {
        add_close_blocks(&c, n, up);
        return;
    }
    add_bytes(&c, up ? 0 : tail, up ? head : n - tail);
    for (size_t i = 0; i < words; i++) {
        size_t at = head + WORD * (up ? i : words - 1 - i);
        add_word(&c, at, n - at);
    }
    add_bytes(&c, up ? tail : 0, up ? n - tail : head);
}

void enz_rt_words_clear(void *dst, size_t n, unsigned number)
{
    char *d = dst;
    size_t head = head_size(d, d, n), at = head;
    memset(d, 0, head);
    for (; at + WORD <= n; at += WORD)
        if (is_long_double(d + at, n - at, number))
            memset(d + at, 0, 16);
        else if (!is_address(word_get(d + at)))
            word_put(d + at, 0);
    memset(d + at, 0, n - at);
}

/* In the forward sweep shadows hold seeds of the user, whole if they are doubles, and addresses.
 * Zero is the shadow of a null pointer, too: it takes the place of an address. */
static void copy_address(char *d, const char *s, unsigned number)
{
    uint64_t w = word_get(s);
    if (w ? w >> 47 == 0 && (number == sizeof(double) || is_address(w)) : is_address(word_get(d)))
        word_put(d, w);
}

/* Constant memory has no shadow: its pointers are their own. It holds texts and numbers as well. */
static void copy_constant(char *d, const char *s)
{
    uint64_t w = word_get(s);
    if (is_address(w) && w % 4 == 0)
        word_put(d, w);
}

void enz_rt_words_pointers(void *dst, const void *src, size_t n, unsigned number, int constant)
{
    char *d = dst;
    const char *s = src;
    size_t head = head_size(d, s, n), words = (n - head) / WORD;
    for (size_t i = 0; i < words; i++) {
        size_t at = head + WORD * (s < d ? words - 1 - i : i);
        if (constant)
            copy_constant(d + at, s + at);
        else
            copy_address(d + at, s + at, number);
    }
}

static void copy_tangent(char *d, const char *s)
{
    uint64_t w = word_get(s);
    if (!is_address(w) && !is_address(word_get(d)))
        word_put(d, w);
}

void enz_rt_words_tangents(void *dst, const void *src, size_t n)
{
    char *d = dst;
    const char *s = src;
    size_t head = head_size(d, s, n), words = (n - head) / WORD, tail = head + words * WORD;
    int down = s < d; /* overlapping blocks as memmove does */
    memmove(d + (down ? tail : 0), s + (down ? tail : 0), down ? n - tail : head);
    for (size_t i = 0; i < words; i++) {
        size_t at = head + WORD * (down ? words - 1 - i : i);
        copy_tangent(d + at, s + at);
    }
    memmove(d + (down ? 0 : tail), s + (down ? 0 : tail), down ? head : n - tail);
}
