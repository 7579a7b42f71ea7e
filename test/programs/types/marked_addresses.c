/* Addresses with marks in some bits, or moved by some bytes, travel as integers. Copies of the
 * memory that they lie in move their shadows, whatever the memory is declared as. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    uintptr_t marked;
    int k;
};

static void move(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

static uintptr_t through_struct(uintptr_t w, int n)
{
    struct node *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    a->marked = w;
    a->k = n;
    move(b, a, sizeof *a);
    w = b->marked;
    free(a);
    free(b);
    return w;
}

/* The bytes lie in numbers for a while. */
static uintptr_t through_numbers(uintptr_t w, int n)
{
    uintptr_t a[2] = {3, w};
    double between[2];
    for (int i = 0; i < 16; i++)
        ((unsigned char *)between)[i] = ((unsigned char *)a)[i];
    for (int i = 0; i < 12 + 2 * n; i++)
        ((unsigned char *)a)[i] = ((unsigned char *)between)[i];
    return a[1];
}

/* A way through memory for each mark: what is stored there last reaches the reader. */
#define MARKED(name, way, mark, unmark)                                                            \
    static double name(const double *x, int n)                                                     \
    {                                                                                              \
        double v = x[0] * x[1];                                                                    \
        uintptr_t w = (uintptr_t)&v;                                                               \
        w = way((mark), n);                                                                        \
        double *p = (double *)(unmark);                                                            \
        double r = *p * x[0];                                                                      \
        *p = x[1] * x[1];                                                                          \
        return r + v * x[0];                                                                       \
    }
MARKED(bit_struct, through_struct, w | 1, w & ~(uintptr_t)1)
MARKED(perhaps_struct, through_struct, w | (n > 1), w & ~(uintptr_t)1)
MARKED(perhaps_numbers, through_numbers, w | (n > 1), w & ~(uintptr_t)1)
MARKED(key_struct, through_struct, w ^ 0x5555, w ^ 0x5555)
MARKED(not_struct, through_struct, ~w, ~w)
MARKED(sum_struct, through_struct, w - (uintptr_t)n, w + (uintptr_t)n)

/* Both are integers in memory: an address, and how far from it something lies. */
struct view {
    uintptr_t base, offset;
};

static double at(const struct view *v)
{
    return *(const double *)(v->base + v->offset);
}

static double offsets(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), r = 0;
    struct view *views = malloc((size_t)n * sizeof *views);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i] * (i + 1);
    for (int i = 0; i < n; i++) {
        views[i].base = (uintptr_t)a;
        views[i].offset = (uintptr_t)i * sizeof *a;
    }
    for (int i = 0; i < n; i++)
        r += at(views + i) * (i + 1);
    free(a);
    free(views);
    return r;
}

/* The caller has made the mark. */
static double from_caller(const struct node *s, int n)
{
    struct node *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
    move(a + n - 1, s, sizeof *s);
    *b = a[n - 1];
    const double *p = (const double *)(b->marked & ~(uintptr_t)1);
    double r = *p * *p * b->k;
    free(a);
    free(b);
    return r;
}

static void check_from_caller(void)
{
    double v = 0.7, dv = 0;
    struct node s = {(uintptr_t)&v | 1, 3}, ds = {(uintptr_t)&dv | 1, 0};
    __enzyme_autodiff((void *)from_caller, enzyme_dup, &s, &ds, enzyme_const, 2);
    CHECK(dv, 6 * v);
    dv = 2;
    CHECK(__enzyme_fwddiff((void *)from_caller, enzyme_dup, &s, &ds, enzyme_const, 2), 12 * v);
}

int main(void)
{
    const double x[2] = {0.3, 0.7};
    ORACLE_GRADIENT(bit_struct, x, 2);
    ORACLE_GRADIENT(perhaps_struct, x, 2);
    ORACLE_GRADIENT(perhaps_numbers, x, 2);
    ORACLE_GRADIENT(key_struct, x, 2);
    ORACLE_GRADIENT(not_struct, x, 2);
    ORACLE_GRADIENT(sum_struct, x, 2);
    ORACLE_GRADIENT(offsets, x, 2);
    check_from_caller();
    return oracle_result();
}
