/* The kind map: what the bytes of shadow memory hold, where the link could not tell.
 *
 * Shadow memory holds shadow pointers and adjoints in the same bytes, as the primal memory holds
 * pointers and floating-point values: in a union, or one after the other in a block of a pool. The
 * map has one tag per byte of shadow memory, which says what the derivative last put there: part
 * `index` of a shadow pointer, part `index` of an adjoint of some format, the shadow of an integer,
 * or nothing yet. No decision looks at the bits of a shadow, except that an adjoint whose bits are
 * all zero, all of it and not only some of its bytes, needs not be moved.
 *
 * Forward sweep: typed stores set tags, copies move them. A byte of the user's memory that nobody
 * has tagged may turn out to be part of a pointer when it is loaded as one, behind any number of
 * copies. So a copy keeps the bytes of the source's shadow aside (`candidate`), for such a load,
 * and leaves the destination's shadow alone: it may be a seed.
 *
 * Reverse sweep: a load of a floating-point value makes its shadow an adjoint; what stood there, if
 * it was part of a shadow pointer, is not one. A copy moves what is tagged as an adjoint. Where a
 * copy or an overwriting store has only some bytes of an adjoint that is not zero, the adjoint is
 * torn: all its bytes become parts, the zero ones too, and carry the number of that adjoint with
 * them. Parts can be moved and put together again, but nothing can be added to them, and nobody
 * gets an adjoint of which a part is missing. Parts are dropped where the primal stored constants:
 * that loses nothing if all parts of the adjoint are. What else is left at the end is an adjoint
 * whose parts went several ways: that ends the program.
 *
 * Forward mode: shadow memory holds tangents, whose bytes all move alike; the map is for values
 * that are put together. One that is copied, all of it or some bytes, gets a number, which its
 * bytes keep wherever they are moved. What is read as a value has a tangent if its bytes are all
 * those of one value, in their order.
 *
 * The tags are kept in pages of 4,096 bytes, found by a hash table that belongs to a tape. Threads
 * that run one derivative have one map, which each uses while it holds a lock. */
#ifndef ENZ_KINDS_MAP_H
#define ENZ_KINDS_MAP_H

#include "enz_rt.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PAGE_BITS = 12, PAGE_SIZE = 1 << PAGE_BITS, SMALLEST_TABLE = 256, LAST = 256 };
/* Bytes that are looked at together. */
enum { GATHERED = 512 };

/* A tag is a kind times 16 plus the byte's index in its unit. The kinds are those of
 * enum enz_rt_kind, and behind them those of floating-point formats once more: of parts of torn
 * adjoints. */
typedef uint8_t tag_t;
enum { PARTS = ENZ_RT_KIND_X86_FP80 - ENZ_RT_KIND_HALF + 1 };

struct page {
    uintptr_t number;
    tag_t tags[PAGE_SIZE];
    uint8_t fresh[PAGE_SIZE / 8]; /* a bit for each byte of memory that the derivative allocated: it
                                     was zeroed and never holds a seed */
    uint8_t covered[PAGE_SIZE / 8]; /* a bit for each byte of the caller's memory in which the
                                       shadow of a pointer has replaced something, a seed perhaps */
    uint8_t *candidates; /* PAGE_SIZE bytes, or NULL: no byte of the page has a candidate */
    uint64_t *owners;    /* PAGE_SIZE of them, or NULL: torn adjoints that the parts belong to */
};

/* An adjoint in parts. It is whole again when all of them lie together. */
struct torn {
    const char *where; /* a copy or a store that has some of them */
    uint32_t next;     /* if it is not used: another one that is not, plus 1 */
    uint8_t parts;     /* that are left; none: it is not used */
    uint8_t dropped;   /* parts that are gone */
};

struct enz_rt_kinds {
    struct page **table; /* open addressing; its size is a power of two */
    size_t size, count;
    struct page *last[LAST]; /* found last, by their numbers modulo that, or NULL */
    struct torn *torn;
    uint32_t torn_room, torn_free; /* the first that is not used, plus 1 */
    uint32_t torn_count;           /* those that are used */
    uint64_t numbered;             /* forward mode: values so far */
    bool covered;                  /* some byte is */
    bool shared;                   /* threads use it, under the lock */
    pthread_mutex_t lock;
    struct page *first_table[SMALLEST_TABLE];
};

/* Zeroed, or the program ends. */
void *enz_kinds_allocate(size_t count, size_t size);
/* The page of this number; NULL: there is none yet. */
struct page *enz_kinds_find(struct enz_rt_kinds *k, uintptr_t number);
/* The same, made if there is none. */
struct page *enz_kinds_page(struct enz_rt_tape *tape, uintptr_t number);
/* The bytes have no tags and are fresh. */
void enz_kinds_fresh(struct enz_rt_tape *tape, const void *to, size_t n);
/* In front of bytes with new tags coming there, in the forward sweep, while the old ones hold:
 * notes where shadow pointers cover what the caller left. Ends the program where numbers come to
 * places that were covered: their adjoint, if that was it, is gone. */
void enz_kinds_replace(struct enz_rt_tape *tape, const char *s, const tag_t *old, const tag_t *new,
                       size_t n, const char *where);

/* Takes the lock of a map that threads share; NULL if none do. */
struct enz_rt_kinds *enz_kinds_enter(const struct enz_rt_tape *tape);
void enz_kinds_leave(struct enz_rt_kinds *const *entered);

/* From here to the end of the function no other thread uses the map. */
#define ALONE_WITH(tape)                                                                           \
    struct enz_rt_kinds *const entered __attribute__((cleanup(enz_kinds_leave))) =                 \
        enz_kinds_enter(tape)

static inline struct page *page_find(struct enz_rt_kinds *k, uintptr_t number)
{
    struct page *last = k ? k->last[number % LAST] : NULL;
    return !k || (last && last->number == number) ? last : enz_kinds_find(k, number);
}

/* How many of the n bytes at `at` are in its page. */
static inline size_t in_page(uintptr_t at, size_t n)
{
    size_t rest = PAGE_SIZE - (at & (PAGE_SIZE - 1));
    return n < rest ? n : rest;
}

static inline size_t place_in_page(const void *byte)
{
    return (uintptr_t)byte & (PAGE_SIZE - 1);
}

/* The page that has all of the n bytes, if no other thread uses the map and it was found lately: so
 * it is for most accesses. Else NULL. */
static inline struct page *page_at_hand(const struct enz_rt_tape *tape, const void *from, size_t n)
{
    uintptr_t number = (uintptr_t)from >> PAGE_BITS;
    const struct enz_rt_kinds *k = tape->kinds;
    if (!k || k->shared || place_in_page(from) > PAGE_SIZE - n)
        return NULL;
    struct page *p = k->last[number % LAST];
    return p && p->number == number ? p : NULL;
}

/* Their tags, to read and to write. */
static inline tag_t *tags_at_hand(const struct enz_rt_tape *tape, const void *from, size_t n)
{
    struct page *p = page_at_hand(tape, from, n);
    return p ? p->tags + place_in_page(from) : NULL;
}

/* In the pieces in which tags are mostly written: wider loads would wait for these. */
static inline void tags_copy(tag_t *to, const tag_t *from, size_t n)
{
    uint64_t word;
    for (; n >= sizeof word; n -= sizeof word, to += sizeof word, from += sizeof word) {
        memcpy(&word, from, sizeof word);
        memcpy(to, &word, sizeof word);
    }
    for (; n; n--)
        *to++ = *from++;
}

static inline void tags_get(struct enz_rt_tape *tape, const void *from, tag_t *tags, size_t n)
{
    uintptr_t at = (uintptr_t)from;
    const tag_t *hand = n <= PAGE_SIZE ? tags_at_hand(tape, from, n) : NULL;
    if (hand) {
        tags_copy(tags, hand, n);
        return;
    }
    for (size_t m; n; at += m, tags += m, n -= m) {
        const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
        m = in_page(at, n);
        if (p)
            memcpy(tags, p->tags + (at & (PAGE_SIZE - 1)), m);
        else
            memset(tags, 0, m);
    }
}

static inline void tags_put(struct enz_rt_tape *tape, const void *to, const tag_t *tags, size_t n)
{
    uintptr_t at = (uintptr_t)to;
    tag_t *hand = n <= PAGE_SIZE ? tags_at_hand(tape, to, n) : NULL;
    if (hand) {
        tags_copy(hand, tags, n);
        return;
    }
    for (size_t m; n; at += m, tags += m, n -= m) {
        m = in_page(at, n);
        memcpy(enz_kinds_page(tape, at >> PAGE_BITS)->tags + (at & (PAGE_SIZE - 1)), tags, m);
    }
}

static inline bool is_fresh(struct enz_rt_tape *tape, const void *byte)
{
    uintptr_t at = (uintptr_t)byte, i = at & (PAGE_SIZE - 1);
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->fresh[i / 8] >> i % 8 & 1;
}

/* The same of eight bytes; false, too, if that is not known at once. */
static inline bool are_fresh(const struct enz_rt_tape *tape, const void *bytes)
{
    const struct page *p = page_at_hand(tape, bytes, 8);
    return p && place_in_page(bytes) % 8 == 0 && p->fresh[place_in_page(bytes) / 8] == 0xff;
}

static inline uint8_t candidate_get(struct enz_rt_tape *tape, const void *from)
{
    uintptr_t at = (uintptr_t)from;
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->candidates ? p->candidates[at & (PAGE_SIZE - 1)] : 0;
}

static inline void candidate_put(struct enz_rt_tape *tape, const void *to, uint8_t byte)
{
    uintptr_t at = (uintptr_t)to;
    struct page *p = enz_kinds_page(tape, at >> PAGE_BITS);
    if (!p->candidates)
        p->candidates = enz_kinds_allocate(PAGE_SIZE, 1);
    p->candidates[at & (PAGE_SIZE - 1)] = byte;
}

static inline uint64_t owner_get(struct enz_rt_tape *tape, const void *from)
{
    uintptr_t at = (uintptr_t)from;
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->owners ? p->owners[at & (PAGE_SIZE - 1)] : 0;
}

static inline void owners_get(struct enz_rt_tape *tape, const void *from, uint64_t *owners,
                              size_t n)
{
    uintptr_t at = (uintptr_t)from;
    for (size_t m; n; at += m, owners += m, n -= m) {
        const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
        m = in_page(at, n);
        if (p && p->owners)
            memcpy(owners, p->owners + (at & (PAGE_SIZE - 1)), m * sizeof *owners);
        else
            memset(owners, 0, m * sizeof *owners);
    }
}

/* PAGE_SIZE of them, made if there are none. */
static inline uint64_t *owners_of(struct page *p)
{
    if (!p->owners)
        p->owners = enz_kinds_allocate(PAGE_SIZE, sizeof *p->owners);
    return p->owners;
}

static inline void owner_put(struct enz_rt_tape *tape, const void *to, uint64_t owner)
{
    owners_of(enz_kinds_page(tape, (uintptr_t)to >> PAGE_BITS))[place_in_page(to)] = owner;
}

#endif
