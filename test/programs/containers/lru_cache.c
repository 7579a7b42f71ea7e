/* A cache of expensive values that forgets the least recently used. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { ROOM = 3 };
struct cache {
    struct entry {
        int key, age;
        double value;
    } at[ROOM];
    int count, clock, misses;
};

static double lookup(struct cache *c, int key, const double *x, int n)
{
    int oldest = 0;
    for (int i = 0; i < c->count; i++) {
        if (c->at[i].key == key) {
            c->at[i].age = ++c->clock;
            return c->at[i].value;
        }
        if (c->at[i].age < c->at[oldest].age)
            oldest = i;
    }
    struct entry *e = &c->at[c->count < ROOM ? c->count++ : oldest];
    *e = (struct entry){key, ++c->clock, exp(-x[key % n] * x[(key + 1) % n])};
    c->misses++;
    return e->value;
}

static double f(const double *x, int n)
{
    struct cache *c = calloc(1, sizeof *c);
    double s = 0;
    for (int i = 0; i < 12; i++)
        s = s * 0.9 + lookup(c, i * 5 % 7, x, n) * x[i % n];
    s *= c->misses;
    free(c);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
