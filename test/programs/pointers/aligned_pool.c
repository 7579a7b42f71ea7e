/* Memory is handed out in parts whose addresses are rounded. The block and its shadow need not be
 * aligned alike: shadows of the parts are as far from the shadow of the block as the parts are from
 * it, or they would overlap. */
#include "oracle.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 7, POOL = 1 << 16 };

struct pool {
    char *base;
    size_t used;
};

static void *by_mask(struct pool *p, size_t bytes, size_t align)
{
    uintptr_t a = ((uintptr_t)(p->base + p->used) + align - 1) & ~(uintptr_t)(align - 1);
    p->used = a - (uintptr_t)p->base + bytes;
    return (void *)a;
}

static void *by_remainder(struct pool *p, size_t bytes, size_t align)
{
    char *a = p->base + p->used;
    uintptr_t rest = (uintptr_t)a % align;
    if (rest)
        a += align - rest;
    p->used = (size_t)(a - p->base) + bytes;
    return a;
}

static void *by_integers(struct pool *p, size_t bytes, size_t align)
{
    uintptr_t a = (uintptr_t)(p->base + p->used);
    a += (align - (a & (align - 1))) & (align - 1);
    p->used = a - (uintptr_t)p->base + bytes;
    return (void *)a;
}

/* How much is left out is counted, too, so that it is not simply rounded. */
static void *by_padding(struct pool *p, size_t bytes, size_t align)
{
    uintptr_t a = (uintptr_t)(p->base + p->used), padding = -a & (align - 1);
    p->used += padding + bytes;
    return (void *)(a + padding);
}

static void *by_builtin(struct pool *p, size_t bytes, size_t align)
{
    char *a = __builtin_align_up(p->base + p->used, align);
    p->used = (size_t)(a - p->base) + bytes;
    return a;
}

/* From the top downwards. */
static void *downwards(struct pool *p, size_t bytes, size_t align)
{
    uintptr_t a = (uintptr_t)(p->base + POOL - p->used - bytes) & ~(uintptr_t)(align - 1);
    p->used = (size_t)(p->base + POOL - (char *)a);
    return (void *)a;
}

typedef void *taker(struct pool *, size_t, size_t);

/* Parts of several alignments, one behind another. */
static double in_parts(taker *take, const double *x, int n, size_t align)
{
    struct pool p = {malloc(POOL), 0};
    size_t bytes = (size_t)n * sizeof *x;
    double *a = take(&p, bytes, align), sum = 0;
    float *b = take(&p, bytes / 2, 4);
    double *c = take(&p, bytes, 64), **d = take(&p, sizeof *d, 8), *e = take(&p, bytes, 256);
    *d = c;
    for (int i = 0; i < n; i++) {
        a[i] = x[i] * x[i];
        b[i] = (float)i;
        (*d)[i] = sin(a[i]);
        e[i] = x[n - 1 - i] * a[i];
    }
    for (int i = 0; i < n; i++)
        sum += a[i] * c[i] + b[i] * e[i];
    free(p.base);
    return sum;
}

static size_t any_alignment = 1024;

#define WAY(take)                                                                                  \
    static double take##_64(const double *x, int n)                                                \
    {                                                                                              \
        return in_parts(take, x, n, 64);                                                           \
    }                                                                                              \
    static double take##_any(const double *x, int n)                                               \
    {                                                                                              \
        return in_parts(take, x, n, any_alignment);                                                \
    }
WAY(by_mask)
WAY(by_remainder)
WAY(by_integers)
WAY(by_padding)
WAY(by_builtin)
WAY(downwards)

/* A pool that lives longer, reached through memory. */
static struct pool shared;

static double in_shared(const double *x, int n)
{
    double sum = 0;
    shared.base = malloc(POOL);
    shared.used = 0;
    double *a = by_mask(&shared, (size_t)n * sizeof *x, 128),
           *b = by_mask(&shared, (size_t)n * sizeof *x, 32);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i], b[i] = exp(a[i]);
    for (int i = 0; i < n; i++)
        sum += a[i] * b[n - 1 - i];
    free(shared.base);
    return sum;
}

/* Low bits of an address are none of one: they are the same place in the table and in its shadow.
 */
static double by_low_bits(const double *x, int n)
{
    double *t = calloc(512, sizeof *t), *a = malloc(8 * sizeof *a), r = 0;
    uintptr_t *w = malloc(8 * sizeof *w);
    for (int i = 0; i < 8; i++) {
        w[i] = (uintptr_t)(a + i) & 0xff8;
        *(double *)((uintptr_t)t + w[i]) = x[i % n] * (i + 1);
    }
    for (int i = 0; i < 8; i++)
        r += *(double *)((uintptr_t)t + w[i]) * t[w[7 - i] / sizeof *t];
    free(t);
    free(a);
    free(w);
    return r;
}

/* Blocks of other sizes in between, so that alignments differ. */
#define CHECKS(f)                                                                                  \
    do {                                                                                           \
        for (size_t k = 0; k < 5; k++) {                                                           \
            void *between = malloc(24 + 40 * k);                                                   \
            ORACLE_GRADIENT(f, x, N);                                                              \
            free(between);                                                                         \
        }                                                                                          \
    } while (0)

int main(void)
{
    double x[N];
    oracle_random(x, N, 1);
    CHECKS(by_mask_64);
    CHECKS(by_mask_any);
    CHECKS(by_remainder_64);
    CHECKS(by_remainder_any);
    CHECKS(by_integers_64);
    CHECKS(by_integers_any);
    CHECKS(by_padding_64);
    CHECKS(by_padding_any);
    CHECKS(by_builtin_64);
    CHECKS(by_builtin_any);
    CHECKS(downwards_64);
    CHECKS(downwards_any);
    CHECKS(in_shared);
    CHECKS(by_low_bits);
    return oracle_result();
}
