/* Bytes of values that are moved one by one, in any order and by distances that the run chooses:
 * through integers, halves, unions and exchanges, beside other values and beside addresses. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

__attribute__((noinline)) static void exchange(void *a, void *b, int n)
{
    char *p = a, *q = b;
    for (int i = 0; i < n; i++) {
        char kept = p[i];
        p[i] = q[i];
        q[i] = kept;
    }
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* From the highest byte down, by shifts, and back. */
static double shifted(const double *x, int n)
{
    unsigned char b[16];
    uint64_t from = bits_of(x[0] * x[1]), to = 0;
    for (int i = 0; i < 4 * n; i++)
        b[i] = (unsigned char)(from >> (56 - 8 * i));
    for (int i = 4 * n - 1; i >= 0; i--)
        to |= (uint64_t)b[i] << (56 - 8 * i);
    return 3 * value_of(to);
}

/* Halves go different ways. */
static uint32_t low, high;
static double by_halves(const double *x, int n)
{
    uint64_t bits = bits_of(x[0] * x[1]);
    uint32_t between[2];
    low = (uint32_t)bits;
    high = (uint32_t)(bits >> 32);
    between[n - 1] = low;
    between[n - 2] = high;
    return value_of((uint64_t)between[n - 2] << 32 | between[n - 1]) * x[1];
}

/* Two floats in one word, in the other order. */
static double two_floats(const double *x, int n)
{
    float a = (float)x[0], b = (float)(x[1] * n), c, d;
    uint32_t first, second;
    uint64_t words[4];
    memcpy(&first, &b, 4), memcpy(&second, &a, 4);
    for (int i = 0; i < n; i++)
        words[i] = (uint64_t)second << 32 | first;
    uint64_t rotated = words[n - 1] << 32 | words[n - 1] >> 32;
    first = (uint32_t)rotated, second = (uint32_t)(rotated >> 32);
    memcpy(&c, &first, 4), memcpy(&d, &second, 4);
    return (double)c * c * d;
}

/* Members of unions, exchanged byte by byte as well as assigned; pointers are there before. */
union cell {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
};
static double cells(const double *x, int n)
{
    union cell *c = malloc(4 * sizeof *c);
    for (int i = 0; i < 3; i++)
        c[i].p = i ? &c[i - 1] : &c[0];
    c[2 * n - 4].f.a = (float)x[0];
    c[n - 1].d = x[1] * x[0];
    c[n > 0 ? 0 : 1].f.b = (float)x[1];
    union cell kept = c[0];
    c[0] = c[n - 1], c[n - 1] = kept;
    exchange(&c[0], &c[1], 4 * n);
    double s = c[0].f.a * c[n - 1].d * c[0].f.b;
    free(c);
    return s;
}

/* A piece of a value comes from memory, the rest of it, as the compiler sees, from a register. */
static double in_pieces(const double *x, int n)
{
    double *block = malloc((size_t)(n + 1) * sizeof *block), s;
    unsigned char b[24];
    block[0] = 1;
    block[2] = x[0];
    block[1] = x[1] * x[0];
    memcpy(b, block, 20);
    memcpy(b + 20, (char *)block + 20, 4);
    for (int i = 0; i < 12 * n; i++)
        ((unsigned char *)block)[i] = b[i];
    s = block[2] * block[1];
    free(block);
    return s;
}

/* A long double in words, through an exchange, and at a place where others had their padding. */
static uint64_t word;
static double long_doubles(const double *x, int n)
{
    long double a[2] = {x[0], x[1] * x[0]}, c[2] = {0, x[1]};
    uint64_t words[4];
    char moved[48];
    for (int i = 0; i < 2 * n; i++) {
        uint64_t w;
        memcpy(&w, (char *)a + 8 * i, 8);
        __atomic_store_n(&word, w, __ATOMIC_RELAXED);
        words[i] = __atomic_exchange_n(&word, 0, __ATOMIC_RELAXED);
    }
    memcpy(a, words, sizeof a);
    memcpy(moved, c, 32);
    memmove(moved + 6 * n, moved, 32);
    memmove(moved, moved + 6 * n, 32);
    memcpy(c, moved, 32);
    return (double)(a[0] * a[1] * c[n - 1]);
}

/* The sign is changed in the bits of values in memory. */
static double signs(const double *x, int n)
{
    unsigned char message[16];
    double *kept = calloc((size_t)n, sizeof *kept), v = x[0] * x[1];
    for (int i = 0; i < 2 * n; i++) {
        uint64_t bits = bits_of(v) ^ UINT64_C(1) << 63;
        memcpy(&kept[n - 1], &bits, 8);
        memcpy(message + n, &kept[n - 1], 8);
        memcpy(&v, message + 2, 8);
    }
    free(kept);
    return v * v * v;
}

int main(void)
{
    const double x[2] = {1.5, 0.3};
    ORACLE_GRADIENT(shifted, x, 2);
    ORACLE_GRADIENT(by_halves, x, 2);
    ORACLE_GRADIENT(in_pieces, x, 2);
    ORACLE_GRADIENT(long_doubles, x, 2);
    ORACLE_GRADIENT(signs, x, 2);
    double g[2];
    GRADIENT(two_floats, x, g, 2);
    CHECK_FLOAT(g[0], 2 * 1.5 * 0.3 * 2);
    CHECK_FLOAT(g[1], 1.5 * 1.5 * 2);
    GRADIENT(cells, x, g, 2);
    CHECK_FLOAT(g[0], 2 * 1.5 * 0.3 * 0.3);
    CHECK_FLOAT(g[1], 2 * 1.5 * 1.5 * 0.3);
    return oracle_result();
}
