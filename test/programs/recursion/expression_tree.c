/* Expression trees built on the heap, evaluated and freed by recursion. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum kind { CONSTANT, VARIABLE, ADD, MULTIPLY, SINE };
struct expr {
    enum kind kind;
    union {
        double value;
        int index;
        struct expr *arg[2];
    } u;
};

static struct expr *leaf(enum kind kind, double value, int index)
{
    struct expr *e = malloc(sizeof *e);
    e->kind = kind;
    if (kind == CONSTANT)
        e->u.value = value;
    else
        e->u.index = index;
    return e;
}

static struct expr *node(enum kind kind, struct expr *a, struct expr *b)
{
    struct expr *e = malloc(sizeof *e);
    e->kind = kind;
    e->u.arg[0] = a;
    e->u.arg[1] = b;
    return e;
}

static double eval(const struct expr *e, const double *x)
{
    switch (e->kind) {
    case CONSTANT: return e->u.value;
    case VARIABLE: return x[e->u.index];
    case ADD: return eval(e->u.arg[0], x) + eval(e->u.arg[1], x);
    case MULTIPLY: return eval(e->u.arg[0], x) * eval(e->u.arg[1], x);
    case SINE: return sin(eval(e->u.arg[0], x));
    }
    return 0;
}

static void drop(struct expr *e)
{
    if (e->kind >= ADD)
        for (int k = 0; k < 2; k++)
            if (e->u.arg[k])
                drop(e->u.arg[k]);
    free(e);
}

static double f(const double *x, int n)
{
    struct expr *e = leaf(CONSTANT, x[0] * 2, 0);
    for (int i = 0; i < n; i++)
        e = node(i % 2 ? ADD : MULTIPLY, node(SINE, e, NULL), leaf(VARIABLE, 0, i));
    double v = eval(e, x);
    drop(e);
    return v;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
