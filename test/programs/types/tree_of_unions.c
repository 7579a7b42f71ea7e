/* Expression trees whose nodes are unions of constants, variables and operators; nodes are cloned
 * by memcpy. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    enum { CONSTANT, VARIABLE, SUM, PRODUCT } kind;
    union {
        double value;
        int index;
        struct {
            struct node *left, *right;
        } op;
    } u;
};

static struct node *make(int kind, double value, int index, struct node *l, struct node *r)
{
    struct node *n = malloc(sizeof *n);
    n->kind = kind;
    if (kind == CONSTANT)
        n->u.value = value;
    else if (kind == VARIABLE)
        n->u.index = index;
    else
        n->u.op.left = l, n->u.op.right = r;
    return n;
}

static struct node *clone(const struct node *n)
{
    struct node *c = malloc(sizeof *c);
    memcpy(c, n, sizeof *c);
    if (n->kind >= SUM) {
        c->u.op.left = clone(n->u.op.left);
        c->u.op.right = clone(n->u.op.right);
    }
    return c;
}

static double eval(const struct node *n, const double *x)
{
    switch (n->kind) {
    case CONSTANT: return n->u.value;
    case VARIABLE: return x[n->u.index];
    case SUM: return eval(n->u.op.left, x) + eval(n->u.op.right, x);
    default: return eval(n->u.op.left, x) * eval(n->u.op.right, x);
    }
}

static void destroy(struct node *n)
{
    if (n->kind >= SUM) {
        destroy(n->u.op.left);
        destroy(n->u.op.right);
    }
    free(n);
}

static double f(const double *x, int n)
{
    struct node *e = make(PRODUCT, 0, 0,
                          make(SUM, 0, 0, make(VARIABLE, 0, 0, NULL, NULL),
                               make(CONSTANT, x[1] * x[1], 0, NULL, NULL)),
                          make(VARIABLE, 0, 2, NULL, NULL));
    struct node *c = clone(e);
    double v = eval(e, x) * eval(c, x);
    destroy(e);
    destroy(c);
    return v;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
