/* Two integers in memory of which nobody says which is an address and which a distance, a mark or a
 * part: the run finds the address by its shadow, and calculates the address in the shadow. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

struct view {
    uintptr_t base, offset;
};

static void move(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

static uintptr_t kept(uintptr_t w, int n)
{
    uintptr_t *p = malloc((size_t)n * sizeof *p);
    p[n - 1] = w;
    w = p[n - 1];
    free(p);
    return w;
}

/* b is a copy of the caller's view s. */
#define VIEWED(name, address)                                                                      \
    static double name(const struct view *s, int n)                                                \
    {                                                                                              \
        struct view *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);        \
        move(a + n - 1, s, sizeof *s);                                                             \
        *b = a[n - 1];                                                                             \
        const double *p = (const double *)(address);                                               \
        double r = *p * *p * 3;                                                                    \
        free(a);                                                                                   \
        free(b);                                                                                   \
        return r;                                                                                  \
    }
VIEWED(sum, b->base + b->offset)
VIEWED(sum_kept, kept(b->base + b->offset, n))
VIEWED(chosen, n > 1 ? b->base + b->offset : b->base)
VIEWED(elements, b->base + b->offset * sizeof *p)
VIEWED(difference, b->base - b->offset)
VIEWED(difference_kept, kept(b->base - b->offset, n))
VIEWED(both, n > 1 ? b->base + b->offset : b->base - b->offset)
VIEWED(minus, b->base + (0 - b->offset))
VIEWED(marked, (b->base | b->offset) & ~(uintptr_t)7)
VIEWED(hidden, b->base ^ b->offset)
VIEWED(low_added, (b->base & ~(uintptr_t)0xff) + b->offset)
VIEWED(low_replaced, (b->base & ~(uintptr_t)0xff) | b->offset)
VIEWED(relative, b->base + (b->offset - (uintptr_t)s))

static double direct(const struct view *s, int n)
{
    const double *p = (const double *)(s->offset + s->base);
    return *p * *p * 3 * (n - 1);
}

static double in_loop(const struct view *s, int n)
{
    struct view *a = malloc((size_t)n * sizeof *a);
    double r = 0;
    for (int i = 0; i < n; i++)
        move(a + i, s, sizeof *s);
    for (int i = 0; i < n; i++)
        r += *(const double *)(a[i].base + a[i].offset);
    free(a);
    return r * r * 0.75;
}

static double of_two(const struct view *s, const struct view *o, int n)
{
    struct view *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    move(a + n - 1, s, sizeof *s);
    move(b + n - 1, o, sizeof *o);
    const double *p = (const double *)(a[n - 1].base + b[n - 1].offset);
    double r = *p * *p * 3;
    free(a);
    free(b);
    return r;
}

static double by_parameter(const struct view *s, uintptr_t offset, int n)
{
    struct view *a = malloc((size_t)n * sizeof *a);
    move(a + n - 1, s, sizeof *s);
    const double *p = (const double *)(a[n - 1].base + offset);
    double r = *p * *p * 3;
    free(a);
    return r;
}

static struct view global;

static double by_global(const double *x, int n)
{
    struct view *a = malloc((size_t)n * sizeof *a);
    global = (struct view){(uintptr_t)x, sizeof *x * (unsigned)(n + 1)};
    move(a + n - 1, &global, sizeof global);
    const double *p = (const double *)(a[n - 1].base + a[n - 1].offset);
    double r = *p * *p * 3;
    free(a);
    return r;
}

/* Halves of an address, one of which is zero in places. */
static uint64_t cells[2];

__attribute__((noinline)) static void put(uint64_t a, uint64_t b)
{
    cells[0] = a;
    cells[1] = b;
}

#define OF_HALVES(name, op)                                                                        \
    static double name(const double *x, int n)                                                     \
    {                                                                                              \
        const uint64_t low = 0xffffffff;                                                           \
        double v = x[0] * x[1];                                                                    \
        uint64_t w = (uintptr_t)&v;                                                                \
        put(w & low, n > 1 ? w & ~low : w);                                                        \
        return *(const double *)(cells[0] op cells[1]) * x[0];                                     \
    }
OF_HALVES(halves_or, |)
OF_HALVES(halves_add, +)
OF_HALVES(halves_xor, ^)

/* Addresses in a block move along with it. */
static double moved(const double *x, int n)
{
    double *old = malloc((size_t)n * sizeof *old), *fresh, r = 0;
    uintptr_t *at = malloc((size_t)n * sizeof *at);
    for (int i = 0; i < n; i++) {
        old[i] = x[i] * (i + 2);
        at[i] = (uintptr_t)(old + i);
    }
    fresh = malloc((size_t)n * sizeof *fresh);
    memcpy(fresh, old, (size_t)n * sizeof *fresh);
    for (int i = 0; i < n; i++)
        at[i] = (uintptr_t)fresh + (at[i] - (uintptr_t)old);
    free(old);
    for (int i = 0; i < n; i++)
        r += *(double *)at[i] * x[n - 1 - i];
    free(fresh);
    free(at);
    return r;
}

static _Alignas(256) double numbers[8] = {0.1, 0.2, 0.3, 0.7}, dnumbers[8];
static struct view first, dfirst, second, dsecond;

static void check_gradient(void)
{
    CHECK(dnumbers[3], 6 * numbers[3]);
    CHECK(dnumbers[0], 0);
    dnumbers[3] = 2;
}

static void check_tangent(double t)
{
    CHECK(t, 12 * numbers[3]);
    dnumbers[3] = 0;
}

#define CHECK_VIEWED(...)                                                                          \
    do {                                                                                           \
        __enzyme_autodiff(__VA_ARGS__, enzyme_const, 2);                                           \
        check_gradient();                                                                          \
        check_tangent(__enzyme_fwddiff(__VA_ARGS__, enzyme_const, 2));                             \
    } while (0)

/* The second member of the shadow may be what it is in the primal, or nothing. */
#define CHECK_SAME(f, b, db, member)                                                               \
    do {                                                                                           \
        first = (struct view){b, member}, dfirst = (struct view){db, 0};                           \
        CHECK_VIEWED((void *)(f), enzyme_dup, &first, &dfirst);                                    \
        dfirst.offset = member;                                                                    \
        CHECK_VIEWED((void *)(f), enzyme_dup, &first, &dfirst);                                    \
    } while (0)

static void check_views(uintptr_t b, uintptr_t db)
{
    CHECK_SAME(sum, b, db, 24);
    CHECK_SAME(sum, b + 24, db + 24, 0);
    CHECK_SAME(sum_kept, b, db, 24);
    CHECK_SAME(chosen, b, db, 24);
    CHECK_SAME(direct, b, db, 24);
    CHECK_SAME(in_loop, b, db, 24);
    CHECK_SAME(elements, b, db, 3);
    CHECK_SAME(difference, b + 48, db + 48, 24);
    CHECK_SAME(difference_kept, b + 48, db + 48, 24);
    CHECK_SAME(both, b + 16, db + 16, 8);
    CHECK_SAME(minus, b + 48, db + 48, 24);
    CHECK_SAME(marked, b + 24, db + 24, 3);
    CHECK_SAME(low_added, b, db, 24);
    CHECK_SAME(low_replaced, b, db, 24);
    CHECK_SAME(hidden, (b + 24) ^ 0x55, (db + 24) ^ 0x55, 0x55);
}

static void check_others(uintptr_t b, uintptr_t db)
{
    first = (struct view){24, b}, dfirst = (struct view){0, db};
    CHECK_VIEWED((void *)sum, enzyme_dup, &first, &dfirst);
    first = (struct view){b, (uintptr_t)&first + 24},
    dfirst = (struct view){db, (uintptr_t)&dfirst + 24};
    CHECK_VIEWED((void *)relative, enzyme_dup, &first, &dfirst);
    first = (struct view){b, 1}, dfirst = (struct view){db, 0}, second = (struct view){7, 24};
    CHECK_VIEWED((void *)of_two, enzyme_dup, &first, &dfirst, enzyme_dup, &second, &dsecond);
    CHECK_VIEWED((void *)of_two, enzyme_dup, &first, &dfirst, enzyme_const, &second);
    CHECK_VIEWED((void *)by_parameter, enzyme_dup, &first, &dfirst, enzyme_const, (uintptr_t)24);
    CHECK_VIEWED((void *)by_global, enzyme_dup, numbers, dnumbers);
    first = (struct view){b, 24};
    void *tape = __enzyme_augmentfwd((void *)sum, enzyme_dup, &first, &dfirst, enzyme_const, 2);
    __enzyme_reverse((void *)sum, enzyme_dup, &first, &dfirst, enzyme_const, 2, 1.0, tape);
    check_gradient();
}

int main(void)
{
    const double x[2] = {1.3, 0.7};
    check_views((uintptr_t)numbers, (uintptr_t)dnumbers);
    check_others((uintptr_t)numbers, (uintptr_t)dnumbers);
    ORACLE_GRADIENT(halves_or, x, 2);
    ORACLE_GRADIENT(halves_add, x, 2);
    ORACLE_GRADIENT(halves_xor, x, 2);
    ORACLE_GRADIENT(moved, x, 2);
    return oracle_result();
}
