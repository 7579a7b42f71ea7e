/* A visitor with an accumulator behind void * walks a tree recursively. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    double value;
    struct node *left, *right;
};

static struct node *insert(struct node *root, struct node *n)
{
    if (!root)
        return n;
    struct node **side = n->value < root->value ? &root->left : &root->right;
    *side = insert(*side, n);
    return root;
}

typedef void visit_fn(const struct node *, int depth, void *accumulator);

static void walk(const struct node *n, int depth, visit_fn *visit, void *accumulator)
{
    if (!n)
        return;
    walk(n->left, depth + 1, visit, accumulator);
    visit(n, depth, accumulator);
    walk(n->right, depth + 1, visit, accumulator);
}

struct moments {
    double sum, squares, last;
    int count;
};

static void moment(const struct node *n, int depth, void *accumulator)
{
    struct moments *m = accumulator;
    m->sum += n->value / (1 + depth);
    m->squares += n->value * m->last;
    m->last = n->value;
    m->count++;
}
static void deepest(const struct node *n, int depth, void *accumulator)
{
    int *d = accumulator;
    if (depth > *d)
        *d = depth;
}

static double f(const double *x, int n)
{
    struct node nodes[8], *root = NULL;
    for (int i = 0; i < n; i++) {
        nodes[i] = (struct node){x[i] * x[i] * (i % 2 ? -1 : 1), NULL, NULL};
        root = insert(root, &nodes[i]);
    }
    struct moments m = {0, 0, 1, 0};
    int depth = 0;
    walk(root, 0, moment, &m);
    walk(root, 0, deepest, &depth);
    return m.sum * m.squares + depth * m.sum + m.count;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.0, 0.7, 1.9, 0.3, -1.4, 1.2}), 6);
    return oracle_result();
}
