/* Calls inside: recursion, memory that a callee allocates and returns, struct copies. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);

struct node {
    double value;
    struct node *left, *right;
};

static struct node *grow(const double *x, int depth)
{
    struct node *p = calloc(1, sizeof *p);
    p->value = x[depth % 3] * depth;
    if (depth > 0) {
        p->left = grow(x, depth - 1);
        p->right = grow(x, depth / 2);
    }
    return p;
}

static double fold(const struct node *p)
{
    struct node copy;
    if (!p)
        return 1;
    memcpy(&copy, p, sizeof copy);
    return sin(copy.value) + fold(copy.left) * fold(copy.right);
}

static void drop(struct node *p)
{
    if (!p)
        return;
    drop(p->left);
    drop(p->right);
    free(p);
}

static double f(const double *x, int depth)
{
    struct node *p = grow(x, depth);
    double s = fold(p);
    drop(p);
    return s;
}

int main(void)
{
    double x[3] = {0.2, 0.5, 0.9}, dx[3] = {0}, want[3];
    GRADIENT(f, x, want, 3);
    for (int i = 0; i < 3; i++) {
        dx[i] = 1;
        void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
        CHECK(__enzyme_fwdsplit((void *)f, enzyme_dup, x, dx, enzyme_const, 3, t), want[i]);
        dx[i] = 0;
    }
    return oracle_result();
}
