/* Fixed-size bit sets over dense ids. */
#ifndef ENZCC_BASE_BITS_H
#define ENZCC_BASE_BITS_H
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct bits {
    uint64_t *words;
    unsigned count; /* number of bits */
};

static inline struct bits bits_new(struct arena *a, unsigned count)
{
    struct bits b = {ARENA_ARRAY(a, uint64_t, (count + 63) / 64), count};
    return b;
}
static inline bool bits_get(const struct bits *b, unsigned i)
{
    return b->words[i / 64] >> (i % 64) & 1;
}
/* Sets bit i; true if it was clear before. */
static inline bool bits_set(struct bits *b, unsigned i)
{
    uint64_t m = UINT64_C(1) << (i % 64), old = b->words[i / 64];
    b->words[i / 64] = old | m;
    return !(old & m);
}
static inline void bits_clear(struct bits *b, unsigned i)
{
    b->words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}
static inline void bits_clear_all(struct bits *b)
{
    memset(b->words, 0, (b->count + 63) / 64 * sizeof *b->words);
}
#endif
