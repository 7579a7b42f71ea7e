/* A cache keyed by a hash of a double's bits: the hash has no derivative, the cached value has. */
#include <stdint.h>
#include "oracle.h"

struct entry {
    uint64_t key;
    int used;
    double value;
};

static uint64_t hash(double v)
{
    union {
        double d;
        uint64_t u;
    } bits = {v};
    uint64_t h = bits.u;
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdULL;
    h ^= h >> 33;
    return h;
}

static double lookup(struct entry *table, double v)
{
    uint64_t h = hash(v);
    struct entry *e = &table[h % 16];
    if (!e->used || e->key != h)
        *e = (struct entry){h, 1, v * v * v};
    return e->value;
}

static double f(const double *x, int n)
{
    struct entry table[16] = {{0}};
    double sum = 0;
    for (int i = 0; i < 2 * n; i++)
        sum += lookup(table, x[i % n]) * (i + 1);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
