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
#define _GNU_SOURCE /* pthread_mutexattr_settype */
#include "enz_rt.h"
#include "lines.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 12, PAGE_SIZE = 1 << PAGE_BITS, SMALLEST_TABLE = 256, GATHERED = 512, LAST = 8 };

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
    bool shared;                   /* threads use it, under the lock */
    pthread_mutex_t lock;
    struct page *first_table[SMALLEST_TABLE];
};

static _Noreturn void out_of_memory(void)
{
    fprintf(stderr, "enzcc runtime: out of memory for the kinds of untyped bytes\n");
    abort();
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        out_of_memory();
    return p;
}

/* ---- pages ---- */

static size_t slot_of(const struct enz_rt_kinds *k, uintptr_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (k->size - 1);
    while (k->table[i] && k->table[i]->number != number)
        i = (i + 1) & (k->size - 1);
    return i;
}

static void enlarge(struct enz_rt_kinds *k)
{
    struct page **old = k->table;
    size_t size = k->size;
    k->size = 2 * size;
    k->table = allocate(k->size, sizeof *k->table);
    for (size_t i = 0; i < size; i++)
        if (old[i])
            k->table[slot_of(k, old[i]->number)] = old[i];
    if (old != k->first_table)
        free(old);
}

static struct enz_rt_kinds *kinds_new(void)
{
    struct enz_rt_kinds *k = allocate(1, sizeof *k);
    k->table = k->first_table;
    k->size = SMALLEST_TABLE;
    return k;
}

static void map_share(struct enz_rt_kinds *k)
{
    pthread_mutexattr_t attributes;
    if (k->shared)
        return;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&k->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    k->shared = true;
}

void enz_rt_kinds_share(struct enz_rt_tape *owner, struct enz_rt_tape *other)
{
    if (!owner)
        return;
    if (!owner->kinds)
        owner->kinds = kinds_new();
    map_share(owner->kinds);
    if (other)
        other->kinds = owner->kinds;
}

static struct enz_rt_kinds *map_enter(const struct enz_rt_tape *tape)
{
    struct enz_rt_kinds *k = tape ? tape->kinds : NULL;
    if (!k || !k->shared)
        return NULL;
    pthread_mutex_lock(&k->lock);
    return k;
}

static void map_leave(struct enz_rt_kinds *const *entered)
{
    if (*entered)
        pthread_mutex_unlock(&(*entered)->lock);
}

/* From here to the end of the function no other thread uses the map. */
#define ALONE_WITH(tape)                                                                           \
    struct enz_rt_kinds *const entered __attribute__((cleanup(map_leave))) = map_enter(tape)

static struct page *page_find(struct enz_rt_kinds *k, uintptr_t number)
{
    if (!k)
        return NULL;
    struct page **last = &k->last[number % LAST];
    if (*last && (*last)->number == number)
        return *last;
    struct page *p = k->table[slot_of(k, number)];
    if (p)
        *last = p;
    return p;
}

static struct page *page_make(struct enz_rt_tape *tape, uintptr_t number)
{
    if (!tape->kinds)
        tape->kinds = kinds_new();
    struct enz_rt_kinds *k = tape->kinds;
    struct page *p = page_find(k, number);
    if (p)
        return p;
    if (2 * k->count >= k->size)
        enlarge(k);
    p = allocate(1, sizeof *p);
    p->number = number;
    k->table[slot_of(k, number)] = p;
    k->count++;
    k->last[number % LAST] = p;
    return p;
}

/* How many of the n bytes at `at` are in its page. */
static size_t in_page(uintptr_t at, size_t n)
{
    size_t rest = PAGE_SIZE - (at & (PAGE_SIZE - 1));
    return n < rest ? n : rest;
}

static void tags_get(struct enz_rt_tape *tape, const void *from, tag_t *tags, size_t n)
{
    uintptr_t at = (uintptr_t)from;
    for (size_t m; n; at += m, tags += m, n -= m) {
        const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
        m = in_page(at, n);
        if (p)
            memcpy(tags, p->tags + (at & (PAGE_SIZE - 1)), m);
        else
            memset(tags, 0, m);
    }
}

static void tags_put(struct enz_rt_tape *tape, const void *to, const tag_t *tags, size_t n)
{
    uintptr_t at = (uintptr_t)to;
    for (size_t m; n; at += m, tags += m, n -= m) {
        m = in_page(at, n);
        memcpy(page_make(tape, at >> PAGE_BITS)->tags + (at & (PAGE_SIZE - 1)), tags, m);
    }
}

static void tags_fresh(struct enz_rt_tape *tape, const void *to, size_t n)
{
    uintptr_t at = (uintptr_t)to;
    for (size_t m; n; at += m, n -= m) {
        struct page *p = page_make(tape, at >> PAGE_BITS);
        size_t first = at & (PAGE_SIZE - 1);
        m = in_page(at, n);
        memset(p->tags + first, ENZ_RT_KIND_NONE, m);
        if (p->owners)
            memset(p->owners + first, 0, m * sizeof *p->owners);
        for (size_t i = first; i < first + m; i++)
            if (i % 8 == 0 && i + 8 <= first + m)
                p->fresh[i / 8] = 0xff, i += 7;
            else
                p->fresh[i / 8] |= (uint8_t)(1 << i % 8);
    }
}

static bool is_fresh(struct enz_rt_tape *tape, const void *byte)
{
    uintptr_t at = (uintptr_t)byte, i = at & (PAGE_SIZE - 1);
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->fresh[i / 8] >> i % 8 & 1;
}

static uint8_t candidate_get(struct enz_rt_tape *tape, const void *from)
{
    uintptr_t at = (uintptr_t)from;
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->candidates ? p->candidates[at & (PAGE_SIZE - 1)] : 0;
}

static void candidate_put(struct enz_rt_tape *tape, const void *to, uint8_t byte)
{
    uintptr_t at = (uintptr_t)to;
    struct page *p = page_make(tape, at >> PAGE_BITS);
    if (!p->candidates)
        p->candidates = allocate(PAGE_SIZE, 1);
    p->candidates[at & (PAGE_SIZE - 1)] = byte;
}

static uint64_t owner_get(struct enz_rt_tape *tape, const void *from)
{
    uintptr_t at = (uintptr_t)from;
    const struct page *p = page_find(tape->kinds, at >> PAGE_BITS);
    return p && p->owners ? p->owners[at & (PAGE_SIZE - 1)] : 0;
}

static void owner_put(struct enz_rt_tape *tape, const void *to, uint64_t owner)
{
    uintptr_t at = (uintptr_t)to;
    struct page *p = page_make(tape, at >> PAGE_BITS);
    if (!p->owners)
        p->owners = allocate(PAGE_SIZE, sizeof *p->owners);
    p->owners[at & (PAGE_SIZE - 1)] = owner;
}

/* ---- tags ---- */

static bool is_part(tag_t tag)
{
    return tag >> 4 > ENZ_RT_KIND_X86_FP80;
}

static tag_t as_whole(tag_t tag)
{
    return is_part(tag) ? (tag_t)(tag - (PARTS << 4)) : tag;
}

static unsigned kind_of(tag_t tag)
{
    return as_whole(tag) >> 4;
}

static tag_t tag_of(unsigned kind, size_t index)
{
    return (tag_t)(kind << 4 | index);
}

static size_t index_of(tag_t tag)
{
    return tag & 15;
}

static bool is_float(unsigned kind)
{
    return kind >= ENZ_RT_KIND_HALF;
}

/* Of ENZ_RT_KIND_NONE, in reverse mode: nothing yet, and a copy of bytes of the user's that may be
 * part of a value. */
static const tag_t nobodys = ENZ_RT_KIND_NONE << 4, users = ENZ_RT_KIND_NONE << 4 | 1;

/* Bytes from one value to the next in an array. */
static size_t unit_size(unsigned kind)
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
static size_t value_size(unsigned kind)
{
    return kind == ENZ_RT_KIND_X86_FP80 ? 10 : unit_size(kind);
}

static bool is_zero(const void *p, size_t n)
{
    const uint8_t *bytes = p;
    for (size_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

/* The n bytes are one whole unit of this kind. */
static bool is_unit(const tag_t *tags, size_t n, unsigned kind)
{
    if (n < value_size(kind))
        return false;
    for (size_t i = 0; i < value_size(kind); i++)
        if (tags[i] != tag_of(kind, i))
            return false;
    return true;
}

static bool has_kind(const tag_t *tags, size_t n, unsigned kind)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(tags[i]) == kind)
            return true;
    return false;
}

/* ---- words: most accesses are of eight bytes, or fewer, in one page ---- */

enum { WORD = 8 };

/* The tags of n bytes, to read and to write, if they are in one page; NULL: there is none yet. */
static tag_t *tags_together(struct enz_rt_tape *tape, const void *from, size_t n)
{
    uintptr_t at = (uintptr_t)from;
    struct page *p = in_page(at, n) == n ? page_find(tape->kinds, at >> PAGE_BITS) : NULL;
    return p ? p->tags + (at & (PAGE_SIZE - 1)) : NULL;
}

static uint64_t word_of(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* The tags of one unit, of a kind of which a unit has eight bytes. */
static const tag_t pointer_tags[WORD] = {16, 17, 18, 19, 20, 21, 22, 23},
                   double_tags[WORD] = {144, 145, 146, 147, 148, 149, 150, 151};
_Static_assert(ENZ_RT_KIND_POINTER == 1 && ENZ_RT_KIND_DOUBLE == 9, "tags of units");

/* One of eight tags is of this kind, which is none of a floating-point format. */
static bool word_has_kind(uint64_t tags, unsigned kind)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t other = (tags >> 4 & 15 * ones) ^ kind * ones; /* zero in such a byte */
    return (other - ones) & ~other & 128 * ones;
}

/* Puts the tags of one unit of eight bytes where no byte was part of a pointer, or may have been;
 * false if it cannot. */
static bool word_store(struct enz_rt_tape *tape, const char *s, const tag_t *unit)
{
    tag_t *tags = tape->kinds && !tape->kinds->torn_count ? tags_together(tape, s, WORD) : NULL;
    if (!tags || (unit != pointer_tags && (word_has_kind(word_of(tags), ENZ_RT_KIND_POINTER) ||
                                           word_has_kind(word_of(tags), ENZ_RT_KIND_LOADED))))
        return false;
    memcpy(tags, unit, WORD);
    return true;
}

/* The eight bytes are one unit with these tags. */
static bool word_is(struct enz_rt_tape *tape, const char *s, const tag_t *unit)
{
    const tag_t *tags = tags_together(tape, s, WORD);
    return tags && word_of(tags) == word_of(unit);
}

/* ---- torn adjoints ---- */

static void torn_enlarge(struct enz_rt_kinds *k)
{
    uint32_t room = k->torn_room ? 2 * k->torn_room : 16;
    struct torn *torn = allocate(room, sizeof *torn);
    if (k->torn_room)
        memcpy(torn, k->torn, k->torn_room * sizeof *torn);
    for (uint32_t i = k->torn_room; i < room; i++)
        torn[i].next = i + 1 < room ? i + 2 : 0;
    k->torn_free = k->torn_room + 1;
    free(k->torn);
    k->torn = torn;
    k->torn_room = room;
}

/* The number of a new one. */
static uint32_t torn_begin(struct enz_rt_kinds *k, size_t size, const char *where)
{
    if (!k->torn_free)
        torn_enlarge(k);
    uint32_t owner = k->torn_free - 1;
    k->torn_free = k->torn[owner].next;
    k->torn[owner] = (struct torn){.where = where, .parts = (uint8_t)size};
    k->torn_count++;
    return owner;
}

static void torn_end(struct enz_rt_kinds *k, uint32_t owner)
{
    k->torn[owner] = (struct torn){.next = k->torn_free};
    k->torn_free = owner + 1;
    k->torn_count--;
}

/* A byte of an adjoint that is not zero and has all its bytes here; `tag` is that of the byte. */
static bool is_live(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    tag_t tags[16];
    unsigned kind = tag >> 4;
    size_t size = value_size(kind_of(tag));
    const char *s = byte - index_of(tag);
    if (!is_float(kind) || is_part(tag) || index_of(tag) >= size)
        return false;
    tags_get(tape, s, tags, size);
    for (size_t i = 0; i < size; i++)
        if (tags[i] == tag_of(kind, i) && s[i])
            return true;
    return false;
}

/* The bytes of this adjoint go different ways from here. */
static void tear(struct enz_rt_tape *tape, const char *byte, tag_t tag, const char *where)
{
    unsigned kind = tag >> 4;
    size_t size = value_size(kind);
    const char *s = byte - index_of(tag);
    uint32_t owner = torn_begin(tape->kinds, size, where);
    for (size_t i = 0; i < size; i++) {
        tag_t part = tag_of(kind + PARTS, i);
        tags_get(tape, s + i, &tag, 1);
        if (tag != tag_of(kind, i)) /* nothing should have taken it away */
            enz_rt_adjoint_torn(where);
        tags_put(tape, s + i, &part, 1);
        owner_put(tape, s + i, owner);
    }
}

/* A part is discarded: `tag` is that of the byte. */
static void drop(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    uint32_t owner = owner_get(tape, byte);
    struct torn *torn = &tape->kinds->torn[owner];
    tag_t whole = as_whole(tag);
    torn->dropped++;
    if (!--torn->parts)
        torn_end(tape->kinds, owner);
    tags_put(tape, byte, &whole, 1);
}

/* What is left of adjoints in memory that is new, or stored to by the forward sweep. */
static void drop_all(struct enz_rt_tape *tape, const char *s, size_t n)
{
    for (size_t i = 0; i < n && tape->kinds && tape->kinds->torn_count; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (is_part(tag))
            drop(tape, s + i, tag);
    }
}

/* The part that has arrived here may be the last one of its adjoint. */
static void put_together(struct enz_rt_tape *tape, const char *byte, tag_t tag)
{
    tag_t tags[16];
    size_t size = value_size(kind_of(tag));
    const char *s = byte - index_of(tag);
    uint32_t owner = owner_get(tape, byte);
    tags_get(tape, s, tags, size);
    for (size_t i = 0; i < size; i++)
        if (tags[i] != tag_of(tag >> 4, i) || owner_get(tape, s + i) != owner)
            return;
    for (size_t i = 0; i < size; i++)
        tags[i] = as_whole(tags[i]);
    tags_put(tape, s, tags, size);
    torn_end(tape->kinds, owner);
}

/* Ends the program if the bytes have parts of adjoints, or adjoints that are no value of this kind
 * at this place: of another format, or beginning elsewhere. */
static void check_whole(struct enz_rt_tape *tape, const char *s, const tag_t *tags, size_t n,
                        unsigned kind, const char *where)
{
    for (size_t i = 0; i < n; i++) {
        if (is_part(tags[i]))
            enz_rt_adjoint_torn(where);
        if (tags[i] != tag_of(kind, i) && is_live(tape, s + i, tags[i]))
            enz_rt_type_unknown(where);
    }
}

/* ---- sums of each format ---- */

/* Where types are certain other threads add without the map. */
static void sum_float(void *to, const void *amount)
{
    float more;
    memcpy(&more, amount, sizeof more);
    enz_rt_add_float(to, more);
}

static void sum_double(void *to, const void *amount)
{
    double more;
    memcpy(&more, amount, sizeof more);
    enz_rt_add_double(to, more);
}

/* The padding behind the ten bytes is left alone. */
static void sum_x86_fp80(void *to, const void *amount)
{
    long double a = 0, b = 0;
    memcpy(&a, to, 10);
    memcpy(&b, amount, 10);
    a += b;
    memcpy(to, &a, 10);
}

/* By way of float, which has all values of both formats; the sum is rounded to nearest even. */
static float from_half(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, bits = h & 0x7fff;
    float x;
    if (bits >= 0x7c00) {
        bits = sign | 0x7f800000 | (bits & 0x3ff) << 13;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    bits = bits << 13;
    memcpy(&x, &bits, sizeof x);
    x *= 0x1p112f; /* the difference of the exponents' biases */
    memcpy(&bits, &x, sizeof x);
    bits |= sign;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint16_t to_half(float x)
{
    uint32_t bits, sign;
    memcpy(&bits, &x, sizeof bits);
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (bits >= 0x477ff000) /* rounds to 65536 or more */
        return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000) { /* subnormal: units of 2^-24, rounded by an addition */
        float sum, positive;
        memcpy(&positive, &bits, sizeof positive);
        sum = positive + 0.5f;
        memcpy(&bits, &sum, sizeof bits);
        return (uint16_t)(sign | (bits - 0x3f000000));
    }
    bits += 0xfff + (bits >> 13 & 1);
    return (uint16_t)(sign | (bits - 0x38000000) >> 13);
}

static void sum_half(void *to, const void *amount)
{
    uint16_t a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, amount, sizeof b);
    a = to_half(from_half(a) + from_half(b));
    memcpy(to, &a, sizeof a);
}

static void sum_bfloat(void *to, const void *amount)
{
    uint32_t a = 0, b = 0;
    float x, y;
    memcpy((char *)&a + 2, to, 2);
    memcpy((char *)&b + 2, amount, 2);
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    if ((a & 0x7fffffff) <= 0x7f800000)
        a += 0x7fff + (a >> 16 & 1);
    else
        a |= 0x400000;
    memcpy(to, (const char *)&a + 2, 2);
}

static void sum(void *to, const void *amount, unsigned kind)
{
    static void (*const sums[])(void *, const void *) = {[ENZ_RT_KIND_HALF] = sum_half,
                                                         [ENZ_RT_KIND_BFLOAT] = sum_bfloat,
                                                         [ENZ_RT_KIND_FLOAT] = sum_float,
                                                         [ENZ_RT_KIND_DOUBLE] = sum_double,
                                                         [ENZ_RT_KIND_X86_FP80] = sum_x86_fp80};
    sums[kind](to, amount);
}

/* ---- typed accesses ---- */

void enz_rt_kind_fresh(struct enz_rt_tape *tape, const void *shadow, size_t n)
{
    ALONE_WITH(tape);
    drop_all(tape, shadow, n);
    tags_fresh(tape, shadow, n);
}

/* Shadow pointers that these bytes held are gone. */
static void forget_pointers(char *shadow, const tag_t *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(tags[i]) == ENZ_RT_KIND_POINTER)
            shadow[i] = 0;
}

/* Bytes that were loaded as a pointer become something else. What stands in their shadow is that
 * pointer's, or a seed if it was no pointer after all. */
static void check_loaded(const char *shadow, const tag_t *tags, size_t n, const char *where)
{
    for (size_t i = 0; i < n; i++)
        if (kind_of(tags[i]) == ENZ_RT_KIND_LOADED && shadow[i])
            enz_rt_type_unknown(where);
}

void enz_rt_kind_store(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind,
                       const char *where)
{
    ALONE_WITH(tape);
    char *s = shadow;
    tag_t old[GATHERED], new[GATHERED];
    size_t unit = unit_size(kind), step = GATHERED / unit * unit;
    if (n == WORD && unit == WORD &&
        word_store(tape, s, kind == ENZ_RT_KIND_POINTER ? pointer_tags : double_tags))
        return;
    for (size_t m; n; s += m, n -= m) {
        m = n < step ? n : step;
        for (size_t i = 0; i < m; i++)
            new[i] = tag_of(kind, i % unit);
        drop_all(tape, s, m);
        if (kind != ENZ_RT_KIND_POINTER) {
            tags_get(tape, s, old, m);
            forget_pointers(s, old, m);
            if (is_float(kind))
                check_loaded(s, old, m, where);
        }
        tags_put(tape, s, new, m);
    }
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

void enz_rt_kind_load(struct enz_rt_tape *tape, const void *shadow, void *out, size_t n,
                      const void *primal, const char *where)
{
    ALONE_WITH(tape);
    const char *s = shadow, *p = primal;
    char *o = out;
    if (n == WORD && sizeof(void *) == WORD && word_is(tape, s, pointer_tags)) {
        memcpy(out, shadow, n);
        return;
    }
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

/* ---- forward mode ---- */

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
    tag_t tag;
    tags_get(tape, byte, &tag, 1);
    unsigned kind = kind_of(tag);
    if (owner_get(tape, byte) || (kind != ENZ_RT_KIND_NONE && !is_float(kind)))
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
    page_make(tape, (uintptr_t)v->start >> PAGE_BITS);
    uint64_t owner = ++tape->kinds->numbered;
    for (size_t i = 0; i < v->size; i++) {
        tag_t tag, part = tag_of(v->kind, i);
        tags_get(tape, v->start + i, &tag, 1);
        if (owner_get(tape, v->start + i) || tag != (block ? tag_of(ENZ_RT_KIND_NONE, 0) : part))
            continue;
        tags_put(tape, v->start + i, &part, 1);
        owner_put(tape, v->start + i, zero ? owner | still : owner);
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

void enz_rt_kind_put(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind)
{
    ALONE_WITH(tape);
    char *s = shadow;
    tag_t tags[GATHERED];
    size_t unit = unit_size(kind) ? unit_size(kind) : 1, step = GATHERED / unit * unit;
    number_values(tape, shadow, n, true);
    owners_clear(tape, shadow, n);
    for (size_t m; n; s += m, n -= m) {
        m = n < step ? n : step;
        for (size_t i = 0; i < m; i++)
            tags[i] = tag_of(kind, i % unit);
        tags_put(tape, s, tags, m);
    }
}

void enz_rt_kind_part(struct enz_rt_tape *tape, void *shadow, size_t n)
{
    ALONE_WITH(tape);
    char *s = shadow;
    if (is_zero(s, n))
        return;
    page_make(tape, (uintptr_t)s >> PAGE_BITS);
    uint64_t owner = 0;
    for (size_t i = 0; i < n; i++) {
        tag_t tag = tag_of(ENZ_RT_KIND_NONE, i % BLOCK);
        owner = i % BLOCK ? owner : ++tape->kinds->numbered;
        tags_put(tape, s + i, &tag, 1);
        owner_put(tape, s + i, owner);
    }
}

void enz_rt_kind_move(struct enz_rt_tape *tape, void *dst, void *src, size_t n)
{
    ALONE_WITH(tape);
    if (dst == src || !n)
        return;
    char *d = dst, *s = src;
    tag_t *tags = allocate(n, sizeof *tags);
    number_values(tape, s, n, false);
    uint64_t *owners = allocate(n, sizeof *owners);
    tags_get(tape, s, tags, n);
    for (size_t i = 0; i < n; i++)
        owners[i] = owner_get(tape, s + i);
    number_values(tape, d, n, true);
    tags_put(tape, d, tags, n);
    for (size_t i = 0; i < n; i++)
        if (owners[i] || owner_get(tape, d + i))
            owner_put(tape, d + i, owners[i]);
    free(owners);
    free(tags);
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

int enz_rt_kind_tangent(struct enz_rt_tape *tape, const void *shadow, void *tangent, size_t n,
                        unsigned kind)
{
    ALONE_WITH(tape);
    size_t unit = unit_size(kind), size = value_size(kind);
    const char *s = shadow;
    int lost = 0;
    for (char *t = tangent; n >= size; s += unit, t += unit) {
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

int enz_rt_kind_no_shadow(struct enz_rt_tape *tape, const void *shadow, size_t n,
                          const void *primal, const char *where)
{
    ALONE_WITH(tape);
    const char *s = shadow, *p = primal;
    int lost = 0;
    for (size_t i = 0; i + sizeof(void *) <= n; i += sizeof(void *))
        lost |= load_lost(tape, s + i, p + i, where);
    return lost;
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

/* One unit: makes the shadow an adjoint of this kind, to be added to. */
static void begin_adjoint(struct enz_rt_tape *tape, char *s, unsigned kind, const char *where)
{
    tag_t tags[16], new[16];
    size_t size = value_size(kind);
    if (kind == ENZ_RT_KIND_DOUBLE && word_is(tape, s, double_tags))
        return;
    tags_get(tape, s, tags, size);
    check_loaded(s, tags, size, where);
    check_whole(tape, s, tags, size, kind, where);
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
            begin_adjoint(tape, s, kind, where);
            sum(s, a, kind);
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
        if (kind != ENZ_RT_KIND_DOUBLE || word_of(tags) != word_of(double_tags))
            check_whole(tape, s, tags, size, kind, where);
        if (!has_kind(tags, size, ENZ_RT_KIND_POINTER)) {
            memcpy(a, s, size);
            memset(s, 0, size);
        }
        if (n <= unit)
            break;
        n -= unit;
    }
}

/* All bytes of the adjoint that byte i belongs to are among the n. */
static bool is_inside(tag_t tag, size_t i, size_t n)
{
    size_t index = index_of(tag);
    return index <= i && value_size(kind_of(tag)) <= n - (i - index);
}

/* The bytes depend on active values, which get nothing. */
static void check_lost(struct enz_rt_tape *tape, const char *byte, tag_t tag, const char *where)
{
    bool integer = kind_of(tag) == ENZ_RT_KIND_NONE || kind_of(tag) == ENZ_RT_KIND_INTEGER ||
                   kind_of(tag) == ENZ_RT_KIND_LOST;
    if (is_part(tag) || is_live(tape, byte, tag) || (*byte && integer))
        enz_rt_bits_lost(where);
}

void enz_rt_kind_overwritten(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned active,
                             const char *where)
{
    ALONE_WITH(tape);
    char *s = shadow;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (kind_of(tag) == ENZ_RT_KIND_POINTER)
            continue;
        if (active)
            check_lost(tape, s + i, tag, where);
        if (is_float(kind_of(tag)) && !is_inside(tag, i, n) && is_live(tape, s + i, tag)) {
            tear(tape, s + i, tag, where);
            tags_get(tape, s + i, &tag, 1);
        }
        if (is_part(tag))
            drop(tape, s + i, tag);
        s[i] = 0;
    }
}

void enz_rt_kind_clear_adjoints(struct enz_rt_tape *tape, void *shadow, size_t n)
{
    ALONE_WITH(tape);
    char *s = shadow;
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (is_part(tag))
            drop(tape, s + i, tag);
        if (is_float(kind_of(tag)))
            s[i] = 0;
    }
}

/* ---- copies ---- */

/* What a copy reads, all of it before anything is written: blocks may overlap. */
struct gathered {
    char *bytes;
    tag_t *tags;
    uint64_t *owners; /* of parts; NULL if there are none anywhere */
    char room[2 * GATHERED];
};

static void gather(struct enz_rt_tape *tape, struct gathered *g, const char *from, size_t n)
{
    g->bytes = n <= GATHERED ? g->room : allocate(n, 2);
    g->tags = (tag_t *)g->bytes + n;
    memcpy(g->bytes, from, n);
    tags_get(tape, from, g->tags, n);
    g->owners = NULL;
}

static void gather_owners(struct enz_rt_tape *tape, struct gathered *g, const char *from, size_t n)
{
    if (!tape->kinds || !tape->kinds->torn_count)
        return;
    g->owners = allocate(n, sizeof *g->owners);
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

static void deliver(struct enz_rt_tape *tape, char *to, const char *bytes, tag_t *tags, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tag_t old;
        tags_get(tape, to + i, &old, 1);
        if (kind_of(tags[i]) == ENZ_RT_KIND_POINTER)
            to[i] = bytes[i];
        else if (kind_of(old) == ENZ_RT_KIND_POINTER)
            to[i] = 0;
        if (kind_of(tags[i]) == ENZ_RT_KIND_CANDIDATE)
            candidate_put(tape, to + i, (uint8_t)bytes[i]);
    }
    tags_put(tape, to, tags, n);
}

void enz_rt_kind_copy(struct enz_rt_tape *tape, void *dst, const void *src, size_t n,
                      const uint8_t *possible, size_t period)
{
    ALONE_WITH(tape);
    const char *s = src;
    struct gathered g;
    if (dst == src || !n)
        return;
    gather(tape, &g, s, n);
    for (size_t i = 0; i < n; i++)
        g.tags[i] = arriving(tape, s + i, as_whole(g.tags[i]), &g.bytes[i], possible[i % period]);
    deliver(tape, dst, g.bytes, g.tags, n);
    gathered_free(&g);
}

void enz_rt_kind_copy_constant(struct enz_rt_tape *tape, void *dst, const void *primal, size_t n,
                               const uint8_t *possible, size_t period)
{
    ALONE_WITH(tape);
    struct gathered g;
    if (!n)
        return;
    gather(tape, &g, primal, n);
    for (size_t i = 0; i < n; i++)
        g.tags[i] = possible[i % period] & ENZ_RT_MAY_BE_POINTER ? tag_of(ENZ_RT_KIND_CANDIDATE, 0)
                                                                 : tag_of(ENZ_RT_KIND_INTEGER, 0);
    deliver(tape, dst, g.bytes, g.tags, n);
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
    if ((kind_of(tag) != ENZ_RT_KIND_POINTER && *byte) || is_live(c->tape, byte, tag))
        enz_rt_type_unknown(c->where);
    *byte = c->g->bytes[i];
    tags_put(c->tape, byte, &new, 1);
    if (!is_part(new))
        return;
    owner_put(c->tape, byte, c->g->owners[i]);
    c->tape->kinds->torn[c->g->owners[i]].where = c->where;
    put_together(c->tape, byte, new);
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

static size_t move_at(const struct adjoint_copy *c, size_t i)
{
    unsigned kind = kind_of(c->g->tags[i]);
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

/* Tears the adjoints that are not all among the n bytes. */
static void tear_begun(struct enz_rt_tape *tape, const char *s, size_t n, const char *where)
{
    for (size_t i = 0; i < n; i++) {
        tag_t tag;
        tags_get(tape, s + i, &tag, 1);
        if (is_float(kind_of(tag)) && !is_inside(tag, i, n) && is_live(tape, s + i, tag))
            tear(tape, s + i, tag, where);
    }
}

/* What was gathered is gone. */
static void clear_gathered(struct enz_rt_tape *tape, char *s, const struct gathered *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tag_t whole = as_whole(g->tags[i]);
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

/* The byte that arrives is not of a pointer, and there are tangents among the bytes. */
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
        if (none)
            clear_tangent(tape, d + i);
        else if (kind_of(g.tags[i]) != ENZ_RT_KIND_POINTER)
            take_place(tape, d + i, g.bytes[i]);
    gathered_free(&g);
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

/* ---- life ---- */

void enz_rt_kinds_check(const struct enz_rt_kinds *k)
{
    for (uint32_t i = 0; i < k->torn_room; i++)
        if (k->torn[i].parts)
            enz_rt_adjoint_torn(k->torn[i].where);
}

void enz_rt_kinds_free(struct enz_rt_kinds *k)
{
    if (!k)
        return;
    for (size_t i = 0; i < k->size; i++)
        if (k->table[i]) {
            free(k->table[i]->candidates);
            free(k->table[i]->owners);
            free(k->table[i]);
        }
    if (k->table != k->first_table)
        free(k->table);
    free(k->torn);
    free(k);
}

static struct page *page_clone(const struct page *p)
{
    struct page *q = allocate(1, sizeof *q);
    *q = *p;
    if (p->candidates) {
        q->candidates = allocate(PAGE_SIZE, 1);
        memcpy(q->candidates, p->candidates, PAGE_SIZE);
    }
    if (p->owners) {
        q->owners = allocate(PAGE_SIZE, sizeof *q->owners);
        memcpy(q->owners, p->owners, PAGE_SIZE * sizeof *q->owners);
    }
    return q;
}

struct enz_rt_kinds *enz_rt_kinds_clone(const struct enz_rt_kinds *k)
{
    if (!k)
        return NULL;
    struct enz_rt_kinds *copy = kinds_new();
    while (copy->size < k->size)
        enlarge(copy);
    copy->count = k->count;
    if (k->torn_room) {
        copy->torn = allocate(k->torn_room, sizeof *k->torn);
        memcpy(copy->torn, k->torn, k->torn_room * sizeof *k->torn);
    }
    copy->torn_room = k->torn_room;
    copy->torn_free = k->torn_free;
    copy->torn_count = k->torn_count;
    copy->numbered = k->numbered;
    for (size_t i = 0; i < k->size; i++)
        if (k->table[i])
            copy->table[i] = page_clone(k->table[i]);
    return copy;
}
