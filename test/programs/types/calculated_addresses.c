/* Addresses that are calculated from integers in memory: the integers go through copies, calls,
 * fills and other memory, beside indices, counts and floating-point values. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct view {
    uintptr_t base, offset;
};

/* The same integer is an address first, then a distance. */
static double used_again(const double *x, int n)
{
    double *a = malloc(sizeof *a * 8), r = 0;
    uintptr_t *w = malloc(sizeof *w * 4);
    for (int i = 0; i < 8; i++)
        a[i] = x[i % 2] * i;
    for (int k = 0; k < 3; k++) {
        w[0] = (uintptr_t)a | 1;
        r += *(double *)(w[0] - 1 + 8 * (uintptr_t)n);
        w[1] = w[0] - 1;
        w[0] = (uintptr_t)(k + 1) * 8;
        r += *(double *)(w[1] + w[0]) * x[0];
    }
    free(a);
    free(w);
    return r;
}

static double filled(const double *x, int n)
{
    double *a = malloc(sizeof *a * 8), r = 0;
    struct view *w = malloc(sizeof *w * 4), *u = malloc(sizeof *w * 4);
    for (int i = 0; i < 8; i++)
        a[i] = x[i % 2] * i;
    w->base = (uintptr_t)a;
    w->offset = (uintptr_t)a | 2;
    r += *(double *)(w->offset - 2 + 8);
    memset(&w->offset, 0, sizeof w->offset);
    memcpy(u, w, sizeof *w * (size_t)(n - 1));
    r += *(double *)(u->base + u->offset + 24) * x[1];
    memset(&u->offset, n * 4, 1);
    r += *(double *)(u->base + u->offset) * x[1];
    free(a);
    free(w);
    free(u);
    return r;
}

__attribute__((noinline)) static uintptr_t marked(uintptr_t w, uintptr_t mark)
{
    return w | mark;
}

__attribute__((noinline)) static double value_at(uintptr_t w)
{
    return *(double *)(w & ~(uintptr_t)7);
}

__attribute__((noinline)) static uintptr_t moved(uintptr_t w, int k)
{
    return k ? moved(w + 8, k - 1) : w;
}

static double called(const double *x, int n)
{
    double a[4];
    struct view v[2];
    for (int i = 0; i < 4; i++)
        a[i] = x[i % 2] * x[0] * i;
    v[n - 2].base = marked((uintptr_t)a, 3);
    v[n - 2].offset = 16;
    v[n - 1] = v[n - 2];
    return value_at(moved(v[1].base, n)) * value_at(v[1].base + v[1].offset / 2) + a[3];
}

struct item {
    double v;
    uintptr_t next;
};

static struct view packed(uintptr_t base, uintptr_t offset)
{
    return (struct view){base, offset};
}

static double list(const double *x, int n)
{
    uintptr_t head = 0;
    double r = 1;
    for (int i = 0; i < 2 * n; i++) {
        struct item *p = malloc(sizeof *p);
        *p = (struct item){x[i % 2] + i, head};
        head = (uintptr_t)p | (i & 1);
    }
    while (head & ~(uintptr_t)1) {
        struct view s = packed(head, head & 1);
        struct item *p = (struct item *)(s.base - s.offset);
        r *= s.offset ? p->v : p->v * p->v;
        head = p->next;
        free(p);
    }
    return r;
}

/* Integers in place of addresses are told by their lowest bit. */
static double small_integers(const double *x, int n)
{
    double a[4], r = 0;
    uintptr_t *w = malloc(8 * sizeof *w);
    for (int i = 0; i < 4; i++)
        a[i] = x[i % 2] * i * x[0];
    for (int i = 0; i < 8; i++)
        w[i] = i & 1 ? (uintptr_t)i << 1 | 1 : (uintptr_t)&a[i / 2];
    for (int i = 0; i < 4 * n; i++)
        r += w[i] & 1 ? (double)(w[i] >> 1) * x[1] : *(double *)w[i] * x[0];
    free(w);
    return r;
}

static const double table[4] = {1, 2, 3, 4};

static double constants(const double *x, int n)
{
    double a[4], r = 0;
    struct view *w = malloc(8 * sizeof *w), *u = malloc(8 * sizeof *u);
    for (int i = 0; i < 4; i++)
        a[i] = x[i % 2] * i * x[0];
    for (int i = 0; i < 8; i++) {
        w[i].base = (i & 1 ? (uintptr_t)table : (uintptr_t)a) | (uintptr_t)(i & 2);
        w[i].offset = (uintptr_t)(i / 2) * 8;
    }
    memcpy(u, w, sizeof *w * 4 * (size_t)n);
    for (int i = 0; i < 4 * n; i++)
        r += *(double *)((u[i].base & ~(uintptr_t)7) + u[i].offset) * x[i % 2];
    free(w);
    free(u);
    return r;
}

union cell {
    uintptr_t w;
    double d;
};

static double unions(const double *x, int n)
{
    union cell *c = malloc(8 * sizeof *c), *e = malloc(8 * sizeof *c);
    double a[4], r = 0;
    for (int i = 0; i < 4; i++)
        a[i] = x[i % 2] * i;
    for (int i = 0; i < 8; i++)
        if (i & 1)
            c[i].d = x[i % 2] * x[0] * i;
        else
            c[i].w = (uintptr_t)&a[i / 2] | 1;
    memcpy(e, c, 4 * (size_t)n * sizeof *c);
    for (int i = 0; i < 8; i++)
        r += (i & 1 ? e[i].d : *(double *)(e[i].w - 1)) * i * x[1];
    free(c);
    free(e);
    return r;
}

struct record {
    double d;
    uintptr_t w;
    int k;
};

static double records(const double *x, int n)
{
    struct record *c = malloc(4 * sizeof *c), *e = malloc(4 * sizeof *c), t;
    double a[4], r = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = x[i % 2] * i + 1;
        c[i] = (struct record){x[i % 2] * i, (uintptr_t)&a[3 - i] | 1, i};
    }
    for (int i = 0; i < 4; i++) {
        t = c[i];
        e[3 - i] = t;
    }
    for (size_t i = 0; i < sizeof *c * 2; i++)
        ((char *)c)[i] = ((char *)e)[i];
    for (int i = 0; i < 2 * n; i++) {
        double *p = (double *)(c[i].w & ~(uintptr_t)1);
        *p *= c[i].d;
        r += *p * c[i].k;
    }
    free(c);
    free(e);
    return r + a[0] * a[1] * a[2] * a[3];
}

/* The distance between two blocks lies in memory. */
static double distance(const double *x, int n)
{
    double *old = malloc((size_t)n * 8), *fresh = malloc((size_t)n * 8), r = 0;
    uintptr_t *at = malloc((size_t)n * sizeof *at), *d = malloc(sizeof *d * 2);
    for (int i = 0; i < n; i++) {
        old[i] = x[i] * (i + 2);
        at[i] = (uintptr_t)(old + i) | 1;
    }
    memcpy(fresh, old, (size_t)n * 8);
    d[n - 2] = (uintptr_t)fresh - (uintptr_t)old;
    for (int i = 0; i < n; i++)
        at[i] += d[0];
    for (int i = 0; i < n; i++)
        r += *(double *)(at[i] - 1) * *(double *)(at[i] - 1) * x[i];
    free(old);
    free(fresh);
    free(at);
    free(d);
    return r;
}

/* An address beside narrow integers, of which words are made. */
struct narrow {
    uintptr_t at;
    uint16_t a, b;
    uint32_t c;
};

static double narrow(const double *x, int n)
{
    double a[8], r = 0;
    struct narrow *t = malloc(4 * sizeof *t), *u = malloc(4 * sizeof *t);
    for (int i = 0; i < 8; i++)
        a[i] = x[i % 2] * i;
    for (int i = 0; i < 4; i++)
        t[i] = (struct narrow){(uintptr_t)a | 2, (uint16_t)i, 1, (uint32_t)(i * n)};
    for (int i = 0; i < 4; i++) {
        u[i] = t[3 - i];
        u[i].b++;
    }
    for (int i = 0; i < 2 * n; i++)
        r += *(double *)((u[i].at ^ 2) + u[i].a * sizeof *a) *
             *(double *)(u[i].at - 2 + u[i].b * sizeof *a + u[i].c / 4 * sizeof *a) * x[0];
    free(t);
    free(u);
    return r;
}

/* The upper bits have a count. */
static double counted(const double *x, int n)
{
    double a[4], r = 0;
    uint64_t *b = malloc(4 * sizeof *b), *c = malloc(4 * sizeof *c);
    for (int i = 0; i < 4; i++) {
        a[i] = x[i % 2] * i + 1;
        b[i] = (uintptr_t)&a[i] | (uint64_t)i << 48;
    }
    memcpy(c, b, 2 * (size_t)n * sizeof *b);
    for (int i = 0; i < 4; i++) {
        c[i] += (uint64_t)1 << 48;
        r += *(double *)(c[i] & 0xffffffffffff) * (double)(c[i] >> 48) * x[0];
    }
    free(b);
    free(c);
    return r;
}

/* Places in a table are found by addresses. */
static uintptr_t place_of(uintptr_t w)
{
    return (w >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 60;
}

static double hashed(const double *x, int n)
{
    struct item t[16] = {{0, 0}};
    double a[6], r = 0;
    uintptr_t *w = malloc(8 * sizeof *w), h;
    for (int i = 0; i < 6; i++) {
        a[i] = x[i % 2] * i + 1;
        w[i] = (uintptr_t)&a[i] | 1;
        for (h = place_of(w[i]); t[h].next; h = (h + 1) & 15)
            ;
        t[h] = (struct item){x[n - 2] * i, w[i]};
    }
    for (int i = 0; i < 3 * n; i++) {
        for (h = place_of(w[i]); t[h].next != w[i]; h = (h + 1) & 15)
            ;
        r += t[h].v * *(double *)(t[h].next - 1);
    }
    free(w);
    return r;
}

/* The caller's integers change places. */
static double exchanged(struct view *s, int n)
{
    struct view t = s[0];
    s[0] = s[n - 1];
    s[1] = t;
    s[0].base += s[0].offset;
    s[0].offset = 0;
    s[1].base |= 4;
    double *p = (double *)s[0].base, *q = (double *)((s[1].base & ~(uintptr_t)7) + s[1].offset),
           r = *p * *q;
    *q = r * *p;
    return r * *p;
}

static double b[3], db[3];
static struct view s[2], ds[2];

static void prepare_exchange(double seed)
{
    for (int i = 0; i < 3; i++) {
        b[i] = 1.1 + 0.1 * i;
        db[i] = i == 1 ? seed : 0;
    }
    for (uintptr_t i = 0; i < 2; i++) {
        s[i] = (struct view){(uintptr_t)b, 8 + 8 * i};
        ds[i] = (struct view){(uintptr_t)db, seed == 0 ? 8 + 8 * i : 0};
    }
}

static void check_exchanged(void)
{
    prepare_exchange(0);
    __enzyme_autodiff((void *)exchanged, enzyme_dup, s, ds, enzyme_const, 2);
    CHECK(db[1], 1.3 * 1.3);
    CHECK(db[2], 2 * 1.2 * 1.3);
    CHECK_THAT(ds[0].base == (uintptr_t)&db[2] && ds[1].base == ((uintptr_t)db | 4));
    prepare_exchange(1);
    CHECK(__enzyme_fwddiff((void *)exchanged, enzyme_dup, s, ds, enzyme_const, 2), 1.3 * 1.3);
    CHECK(db[1], 1.3 * 1.3);
    CHECK_THAT(ds[0].base == (uintptr_t)&db[2]);
}

/* Indices of the caller's: their shadow is nothing, or there is none. */
static double indexed(const struct view *s, const long *index, int n)
{
    double r = 0;
    for (int i = 0; i < n; i++)
        r += *(const double *)(s->base + (uintptr_t)index[i]) * i;
    return r;
}

static void check_indexed(void)
{
    double x[4] = {1.1, 1.2, 1.3, 1.4}, dx[4] = {0};
    const long index[3] = {8, 24, 16};
    long dindex[3] = {0};
    struct view v = {(uintptr_t)x, 0}, dv = {(uintptr_t)dx, 0};
    __enzyme_autodiff((void *)indexed, enzyme_dup, &v, &dv, enzyme_dup, index, dindex, enzyme_const,
                      3);
    __enzyme_autodiff((void *)indexed, enzyme_dup, &v, &dv, enzyme_const, index, enzyme_const, 3);
    CHECK(dx[3], 2);
    CHECK(dx[2], 4);
    CHECK(dx[0], 0);
    CHECK(__enzyme_fwddiff((void *)indexed, enzyme_dup, &v, &dv, enzyme_dup, index, dindex,
                           enzyme_const, 3),
          10);
}

int main(void)
{
    const double x[2] = {1.3, 0.7};
    ORACLE_GRADIENT(used_again, x, 2);
    ORACLE_GRADIENT(filled, x, 2);
    ORACLE_GRADIENT(called, x, 2);
    ORACLE_GRADIENT(list, x, 2);
    ORACLE_GRADIENT(small_integers, x, 2);
    ORACLE_GRADIENT(constants, x, 2);
    ORACLE_GRADIENT(unions, x, 2);
    ORACLE_GRADIENT(records, x, 2);
    ORACLE_GRADIENT(distance, x, 2);
    ORACLE_GRADIENT(narrow, x, 2);
    ORACLE_GRADIENT(counted, x, 2);
    ORACLE_GRADIENT(hashed, x, 2);
    check_exchanged();
    check_indexed();
    return oracle_result();
}
