/* Functions that many carriers of a disguised program share: copies and exchanges of blocks whose
 * contents they do not know. PART says whether they may be inlined. */
#ifndef FUZZ_DISGUISE_PARTS_H
#define FUZZ_DISGUISE_PARTS_H

#include "disguise_check.h"

#include <stdarg.h>
#include <stddef.h>

#define NOINLINE __attribute__((noinline))
#ifndef PART
#define PART static
#endif

/* Copies from the first byte to the last, and the other way. */
PART void copy_up(void *to, const void *from, size_t n)
{
    unsigned char *d = (unsigned char *)to;
    const unsigned char *s = (const unsigned char *)from;
    for (size_t i = 0; i < n; i++)
        d[i] = s[i];
}

PART void copy_down(void *to, const void *from, size_t n)
{
    unsigned char *d = (unsigned char *)to;
    const unsigned char *s = (const unsigned char *)from;
    while (n-- > 0)
        d[n] = s[n];
}

/* By words, then by bytes. */
PART void copy_words(void *to, const void *from, size_t n)
{
    char *d = (char *)to;
    const char *s = (const char *)from;
    for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t)) {
        uint64_t w;
        memcpy(&w, s, sizeof w);
        memcpy(d, &w, sizeof w);
        d += sizeof w;
        s += sizeof w;
    }
    while (n-- > 0)
        *d++ = *s++;
}

PART void copy_halves(void *to, const void *from, size_t n)
{
    memcpy(to, from, n / 2);
    memcpy((char *)to + n / 2, (const char *)from + n / 2, n - n / 2);
}

PART void swap_bytes(void *a, void *b, size_t n)
{
    char *p = (char *)a, *q = (char *)b;
    for (size_t i = 0; i < n; i++) {
        char t = p[i];
        p[i] = q[i];
        q[i] = t;
    }
}

PART void swap_blocks(void *a, void *b, size_t n)
{
    unsigned char t[128];
    memcpy(t, a, n);
    memmove(a, b, n);
    memcpy(b, t, n);
}

/* The order of items is turned round. */
PART void reverse_items(void *base, size_t count, size_t size)
{
    char *p = (char *)base;
    for (size_t i = 0; i < count / 2; i++)
        swap_bytes(p + i * size, p + (count - 1 - i) * size, size);
}

/* Sorts items that start with an int, by that int, as insertion does. */
PART void sort_items(void *base, size_t count, size_t size)
{
    char *p = (char *)base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int a, b;
            memcpy(&a, p + (j - 1) * size, sizeof a);
            memcpy(&b, p + j * size, sizeof b);
            if (a <= b)
                break;
            swap_blocks(p + (j - 1) * size, p + j * size, size);
        }
}

PART void *same_pointer(void *p)
{
    return p;
}

PART uint64_t same_word(uint64_t w)
{
    return w;
}

PART uint32_t same_half(uint32_t w)
{
    return w;
}

/* An arena: memory that is given out front to back and taken back all at once. */
struct arena {
    char *start;
    size_t used, size;
};

PART void *arena_take(struct arena *a, size_t n)
{
    void *p = a->start + a->used;
    a->used += (n + 7) / 8 * 8;
    return a->used <= a->size ? p : NULL;
}

#endif
