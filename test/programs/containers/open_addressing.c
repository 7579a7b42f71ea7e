/* A hash table with open addressing that is rehashed into a larger one as it fills. */
#include <stdlib.h>
#include "oracle.h"

struct slot {
    long key; /* 0 = empty */
    double value;
};
struct table {
    struct slot *slots;
    size_t room, count;
};

static struct slot *find(struct slot *slots, size_t room, long key)
{
    size_t i = (size_t)(key * 2654435761u) % room;
    while (slots[i].key && slots[i].key != key)
        i = (i + 1) % room;
    return &slots[i];
}

static double *at(struct table *t, long key)
{
    if (2 * t->count >= t->room) {
        size_t room = t->room ? 2 * t->room : 4;
        struct slot *slots = calloc(room, sizeof *slots);
        for (size_t i = 0; i < t->room; i++)
            if (t->slots[i].key)
                *find(slots, room, t->slots[i].key) = t->slots[i];
        free(t->slots);
        t->slots = slots;
        t->room = room;
    }
    struct slot *s = find(t->slots, t->room, key);
    if (!s->key) {
        s->key = key;
        t->count++;
    }
    return &s->value;
}

static double f(const double *x, int n)
{
    struct table t = {0};
    double s = 0;
    for (int i = 0; i < 3 * n; i++)
        *at(&t, i * i % 13 + 1) += x[i % n] * x[(i + 1) % n];
    for (size_t i = 0; i < t.room; i++)
        if (t.slots[i].key)
            s += t.slots[i].value * t.slots[i].value * (double)t.slots[i].key;
    free(t.slots);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
