/* Integers of structs that hold addresses, or the bits of numbers, and are copied from struct to
 * struct as what they are declared, and calculated with. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct box {
    uintptr_t bits;
    int tag;
};

__attribute__((noinline)) static struct box box_of(const double *p, int tag)
{
    struct box b = {(uintptr_t)p, tag};
    return b;
}
__attribute__((noinline)) static double by_cast(const struct box *b)
{
    return ((const double *)b->bits)[b->tag];
}
__attribute__((noinline)) static double by_copy(const struct box *b)
{
    const double *p;
    memcpy(&p, &b->bits, sizeof p);
    return p[b->tag];
}
__attribute__((noinline)) static struct box box_of_number(double x, int tag)
{
    struct box b;
    memcpy(&b.bits, &x, sizeof x);
    b.tag = tag;
    return b;
}
__attribute__((noinline)) static double number(const struct box *b)
{
    double x;
    memcpy(&x, &b->bits, sizeof x);
    return x * b->tag;
}

static struct box *exchanged(const struct box *b)
{
    struct box *c = malloc(2 * sizeof *c);
    for (int i = 0; i < 2; i++) {
        c[i].bits = b[1 - i].bits;
        c[i].tag = b[1 - i].tag;
    }
    return c;
}

static uintptr_t hash;
static int odd;

static struct box *hashed(const struct box *b)
{
    struct box *c = malloc(2 * sizeof *c);
    for (int i = 0; i < 2; i++) {
        uintptr_t bits = b[1 - i].bits;
        hash = 31 * hash + bits;
        odd += bits % 16 != 0;
        c[i].bits = bits;
        c[i].tag = b[1 - i].tag;
    }
    return c;
}

static double addresses(const double *x, int n)
{
    double y[3] = {x[0] * x[1], x[1], x[2] * x[0]};
    struct box b[2] = {box_of(y, n % 3), box_of(x, 1)}, *c = exchanged(b);
    double r = by_cast(&c[0]) * by_cast(&c[1]) + by_copy(&c[1]) * x[2];
    free(c);
    return r;
}
static double hashed_addresses(const double *x, int n)
{
    double y[3] = {x[0] * x[1], x[1], x[2] * x[0]};
    struct box b[2] = {box_of(y, n % 3), box_of(x, 1)}, *c = hashed(b);
    double r = by_cast(&c[0]) * by_cast(&c[1]) + by_copy(&c[1]) * x[2];
    free(c);
    return r;
}
static double numbers(const double *x, int n)
{
    struct box b[2] = {box_of_number(x[0] * x[2], n), box_of_number(x[1], 1)}, *c = exchanged(b);
    double r = number(&c[0]) * number(&c[1]);
    free(c);
    return r;
}
static double hashed_numbers(const double *x, int n)
{
    struct box b[2] = {box_of_number(x[0] * x[2], n), box_of_number(x[1], 1)}, *c = hashed(b);
    double r = number(&c[0]) * number(&c[1]);
    free(c);
    return r;
}

struct node {
    double value;
    uintptr_t next;
};
__attribute__((noinline)) static void append(struct node *a, struct node *b)
{
    a->next = (uintptr_t)b;
}
__attribute__((noinline)) static const struct node *after(const struct node *a)
{
    const struct node *b;
    memcpy(&b, &a->next, sizeof b);
    return b;
}
static double ring(const double *x, int n)
{
    struct node *nodes = malloc((size_t)n * sizeof *nodes);
    for (int i = 0; i < n; i++) {
        nodes[i].value = x[i] * x[i];
        append(&nodes[i], &nodes[(i + 1) % n]);
    }
    double sum = 0;
    const struct node *at = nodes;
    for (int i = 0; i <= n; i++, at = after(at))
        sum += at->value * at->value;
    free(nodes);
    return sum;
}

int main(void)
{
    const double x[] = {1.5, 2, 0.5, -0.75};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(addresses, x, n);
        ORACLE_GRADIENT(hashed_addresses, x, n);
        ORACLE_GRADIENT(numbers, x, n);
        ORACLE_GRADIENT(hashed_numbers, x, n);
        ORACLE_GRADIENT(ring, x, n);
    }
    return oracle_result();
}
