/* Integers that hold the bits of numbers go through many blocks of memory, in structs and as
 * arrays, with arithmetic half way or not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct box {
    uint64_t bits;
    int tag;
};
static uint64_t hash;

/* Steps of their own, so that each copies from one block to another. */
#define STEP(k, name, type)                                                                        \
    __attribute__((noinline)) static type *name##k(type *x, int n)                                 \
    {                                                                                              \
        type *r = malloc((size_t)n * sizeof *r);                                                   \
        for (int i = 0; i < n; i++)                                                                \
            r[i] = x[(i + k) % n];                                                                 \
        free(x);                                                                                   \
        return r;                                                                                  \
    }
#define STEPS(name, type)                                                                          \
    STEP(1, name, type)                                                                            \
    STEP(2, name, type)                                                                            \
    STEP(3, name, type)                                                                            \
    STEP(4, name, type)                                                                            \
    STEP(5, name, type)                                                                            \
    STEP(6, name, type)                                                                            \
    STEP(7, name, type)                                                                            \
    STEP(8, name, type)                                                                            \
    static type *first_##name(type *x, int n)                                                      \
    {                                                                                              \
        return name##4(name##3(name##2(name##1(x, n), n), n), n);                                  \
    }                                                                                              \
    static type *last_##name(type *x, int n)                                                       \
    {                                                                                              \
        return name##8(name##7(name##6(name##5(x, n), n), n), n);                                  \
    }
STEPS(boxes, struct box)
STEPS(words, uint64_t)

__attribute__((noinline)) static struct box *hashed(struct box *x, int n)
{
    struct box *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++) {
        uint64_t bits = x[n - 1 - i].bits;
        hash = 31 * hash + bits;
        r[i].bits = bits;
        r[i].tag = x[i].tag + (bits % 16 != 0);
    }
    free(x);
    return r;
}
__attribute__((noinline)) static uint64_t *hashed_words(uint64_t *x, int n)
{
    uint64_t *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++) {
        uint64_t bits = x[n - 1 - i];
        hash = 31 * hash + bits;
        r[i] = bits;
    }
    free(x);
    return r;
}

static struct box *boxed(const double *x, int n)
{
    struct box *a = malloc((size_t)n * sizeof *a);
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[(i + 1) % n];
        memcpy(&a[i].bits, &y, sizeof y);
        a[i].tag = i;
    }
    return a;
}
static double unboxed(struct box *a, const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y;
        memcpy(&y, &a[i].bits, sizeof y);
        sum += y * y * x[i];
    }
    free(a);
    return sum;
}
static double boxes(const double *x, int n)
{
    return unboxed(last_boxes(first_boxes(boxed(x, n), n), n), x, n);
}
static double hashed_boxes(const double *x, int n)
{
    return unboxed(last_boxes(hashed(first_boxes(boxed(x, n), n), n), n), x, n);
}

static double words(const double *x, int n)
{
    uint64_t *a = malloc((size_t)n * sizeof *a);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[(i + 1) % n];
        memcpy(&a[i], &y, sizeof y);
    }
    a = last_words(hashed_words(first_words(a, n), n), n);
    for (int i = 0; i < n; i++) {
        double y;
        memcpy(&y, &a[i], sizeof y);
        sum += y * y * x[i];
    }
    free(a);
    return sum;
}

int main(void)
{
    const double x[] = {1.5, 2, 0.5, -0.75};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(boxes, x, n);
        ORACLE_GRADIENT(hashed_boxes, x, n);
        ORACLE_GRADIENT(words, x, n);
    }
    return oracle_result();
}
