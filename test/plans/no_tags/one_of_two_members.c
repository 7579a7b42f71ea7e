/* Nodes of an array are linked by two pointers, of which each step takes one. LLVM chooses between
 * their places and loads once: 16 or 24 bytes behind the beginning of some node, nothing else. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct node {
    double key, value;
    struct node *left, *right;
};

static double walks(const double *x, int n)
{
    struct node *pool = calloc((size_t)n, sizeof *pool);
    double sum = 0;
    if (!pool)
        abort();
    for (int i = 0; i < n; i++) {
        pool[i].key = x[i];
        pool[i].value = x[i] * x[i];
        pool[i].left = 2 * i + 1 < n ? &pool[2 * i + 1] : NULL;
        pool[i].right = 2 * i + 2 < n ? &pool[2 * i + 2] : NULL;
    }
    for (int i = 0; i < n; i++)
        for (struct node *q = pool; q; q = x[i] + 0.01 > q->key ? q->right : q->left) {
            q->value = 0.9 * q->value + 0.1 * sin(x[i]);
            sum += q->value * q->key;
        }
    free(pool);
    return sum;
}

/* The same where a copy of the node is changed and put back. */
static double visits(const double *x, int n)
{
    struct node *pool = calloc((size_t)n, sizeof *pool);
    double sum = 0;
    if (!pool)
        abort();
    for (int i = 0; i < n; i++) {
        pool[i].key = x[i];
        pool[i].value = x[i] * x[i];
        pool[i].left = 2 * i + 1 < n ? &pool[2 * i + 1] : NULL;
        pool[i].right = 2 * i + 2 < n ? &pool[2 * i + 2] : NULL;
    }
    for (int i = 0; i < n; i++)
        for (struct node *q = pool; q; q = x[i] + 0.01 > q->key ? q->right : q->left) {
            struct node copy = *q;
            copy.value = 0.9 * copy.value + 0.1 * sin(x[i]);
            *q = copy;
        }
    for (int i = 0; i < n; i++)
        sum += pool[i].value * pool[i].key;
    free(pool);
    return sum;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(walks, x, 7);
    ORACLE_GRADIENT(visits, x, 7);
    return oracle_result();
}
