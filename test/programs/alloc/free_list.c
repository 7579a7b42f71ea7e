/* A free list of nodes: nodes are taken, given back and taken again with other contents. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double value;
    struct node *next;
};

static struct node *take(struct node **pool, double value)
{
    struct node *n = *pool;
    if (n)
        *pool = n->next;
    else
        n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    return n;
}

static void give(struct node **pool, struct node *n)
{
    n->next = *pool;
    *pool = n;
}

static double f(const double *x, int n)
{
    struct node *pool = NULL, *queue = NULL;
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct node *fresh = take(&pool, x[i] * x[i]);
        fresh->next = queue;
        queue = fresh;
        if (i % 2) { /* merge the two newest */
            struct node *a = queue, *b = a->next;
            queue = b->next;
            double v = a->value * b->value;
            give(&pool, a);
            give(&pool, b);
            struct node *merged = take(&pool, v);
            merged->next = queue;
            queue = merged;
        }
        s += queue->value;
    }
    while (queue) {
        struct node *next = queue->next;
        s *= queue->value;
        free(queue);
        queue = next;
    }
    while (pool) {
        struct node *next = pool->next;
        free(pool);
        pool = next;
    }
    return s;
}

int main(void)
{
    const double x[6] = {0.9, 0.8, -0.9, 0.7, 1.05, 1.2};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
