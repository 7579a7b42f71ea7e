/* A free list of equal blocks: a block is a list link when it is free and a number when it is not.
 */
#include <stdlib.h>
#include "oracle.h"

union block {
    union block *next;
    double value;
};
struct pool {
    union block *free, blocks[8];
};

static void pool_init(struct pool *p)
{
    p->free = NULL;
    for (int i = 7; i >= 0; i--) {
        p->blocks[i].next = p->free;
        p->free = &p->blocks[i];
    }
}

static double *pool_get(struct pool *p)
{
    union block *b = p->free;
    p->free = b->next;
    return &b->value;
}

static void pool_put(struct pool *p, double *v)
{
    union block *b = (union block *)v;
    b->next = p->free;
    p->free = b;
}

static double f(const double *x, int n)
{
    struct pool *p = malloc(sizeof *p);
    double sum = 0;
    pool_init(p);
    for (int i = 0; i < n; i++) {
        double *a = pool_get(p), *b = pool_get(p);
        *a = x[i] * x[i];
        *b = *a * x[0];
        sum += *b * (i + 1);
        pool_put(p, a);
        pool_put(p, b);
    }
    free(p);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
