/* Blocks of a free list are structs of several types in turn, of which one has pointers where the
 * others have numbers and integers. What they held before is still needed for the derivative. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct unused {
    struct unused *next;
};
struct cell {
    double a, b;
};
struct link {
    struct link *next;
    double weight;
};
struct counter {
    double value;
    long count;
};
struct pool {
    struct unused *first;
};

__attribute__((noinline)) static void *pool_get(struct pool *p)
{
    struct unused *u = p->first;
    if (!u)
        return malloc(sizeof(struct cell));
    p->first = u->next;
    return u;
}

__attribute__((noinline)) static void pool_put(struct pool *p, void *block)
{
    struct unused *u = block;
    u->next = p->first;
    p->first = u;
}

static double links(const double *x, int n)
{
    struct pool pool = {NULL};
    struct link *list = NULL;
    double sum = 0;
    for (int i = 0; i < 3 * n; i++) {
        struct cell *c = pool_get(&pool);
        c->a = x[i % n] * (i + 1);
        c->b = x[(i + 1) % n];
        sum += c->a * sin(c->b) * c->a;
        c->b *= c->a;
        sum += c->b * c->b * 1e-3;
        pool_put(&pool, c);
        struct link *l = pool_get(&pool);
        l->next = list;
        l->weight = x[(i + 2) % n] * sum;
        list = l;
        if (l->next)
            sum += l->next->weight * l->weight * 1e-6;
        if (i % 3 == 2) { /* all of them go back, and become others */
            while (list) {
                struct link *next = list->next;
                sum += 1e-3 * list->weight;
                pool_put(&pool, list);
                list = next;
            }
            struct counter *k = pool_get(&pool);
            k->value = x[0] * sum * 1e-2;
            k->count = i;
            sum += k->value * k->value * (double)k->count * 1e-3;
            pool_put(&pool, k);
        }
    }
    while (pool.first)
        free(pool_get(&pool));
    while (list) {
        struct link *next = list->next;
        free(list);
        list = next;
    }
    return sum;
}

int main(void)
{
    const double x[3] = {0.3, 0.8, 1.1};

    ORACLE_GRADIENT(links, x, 3);
    return oracle_result();
}
