/* A heap-allocated search tree, built and evaluated by recursion. */
#include <stdlib.h>
#include "oracle.h"

struct tree {
    double key, weight;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, double key, double weight)
{
    if (!t) {
        t = malloc(sizeof *t);
        *t = (struct tree){key, weight, NULL, NULL};
    } else if (key < t->key) {
        t->left = insert(t->left, key, weight);
    } else {
        t->right = insert(t->right, key, weight);
    }
    return t;
}

static double fold(struct tree *t, int depth)
{
    double r;
    if (!t)
        return 0.5;
    r = t->weight * fold(t->left, depth + 1) + t->key * fold(t->right, depth + 1) / depth;
    free(t);
    return r;
}

static double f(const double *x, int n)
{
    struct tree *t = NULL;
    for (int i = 0; i < n; i++)
        t = insert(t, x[i], x[i] * x[(i + 1) % n]);
    return fold(t, 1);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.2, 0.8, -1.1}), 6);
    return oracle_result();
}
