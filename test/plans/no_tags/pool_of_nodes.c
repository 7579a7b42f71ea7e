/* A search tree in a pool that grows by realloc: nodes have an array of two indices between numbers
 * and integers. Blocks that nobody allocated are null, from where nothing is accessed. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double split, value[2];
    int child[2], count, leaf;
    double bound[4];
};
struct tree {
    struct node *pool;
    int n, room;
    double scale;
};

static int add(struct tree *t, double v)
{
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 2;
        t->pool = realloc(t->pool, (size_t)t->room * sizeof *t->pool);
        if (!t->pool)
            abort();
    }
    struct node *q = &t->pool[t->n];
    q->split = v;
    q->value[0] = v;
    q->value[1] = v * v;
    q->child[0] = q->child[1] = -1;
    q->count = q->leaf = 1;
    for (int k = 0; k < 4; k++)
        q->bound[k] = k * v;
    return t->n++;
}

static void insert(struct tree *t, double v)
{
    if (!t->n) {
        add(t, v);
        return;
    }
    for (int k = 0;;) {
        int side = v > t->pool[k].split;
        t->pool[k].count++;
        t->pool[k].leaf = 0;
        t->pool[k].value[side] += 0.1 * v * t->pool[k].bound[side + 1];
        int c = t->pool[k].child[side];
        if (c < 0) {
            c = add(t, v);
            t->pool[k].child[side] = c;
            return;
        }
        k = c;
    }
}

static double sum(struct tree *t, int k, double x)
{
    if (k < 0)
        return 0;
    struct node *q = &t->pool[k];
    double s = q->value[0] * x + q->value[1] * q->bound[3];
    return s / (1 + q->count) + sum(t, q->child[0], x * 0.9) + sum(t, q->child[1], x * 1.1);
}

static double weigh(const double *x, int n)
{
    struct tree t = {.scale = 1};
    for (int i = 0; i < n; i++)
        insert(&t, x[i]);
    double s = sum(&t, 0, 1) * t.scale;
    free(t.pool);
    return s;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(weigh, x, 7);
    return oracle_result();
}
