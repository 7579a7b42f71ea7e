/* A function that allocates its result, the caller frees it: a chain of expression temporaries. */
#include <stdlib.h>
#include "oracle.h"

typedef struct {
    int n;
    double at[];
} vector;

static vector *vector_new(int n)
{
    vector *v = malloc(sizeof *v + (size_t)n * sizeof v->at[0]);
    v->n = n;
    return v;
}

static vector *from(const double *x, int n)
{
    vector *v = vector_new(n);
    for (int i = 0; i < n; i++)
        v->at[i] = x[i];
    return v;
}

/* Consumes both. */
static vector *add(vector *a, vector *b, double scale)
{
    vector *c = vector_new(a->n);
    for (int i = 0; i < a->n; i++)
        c->at[i] = a->at[i] + scale * b->at[i] * b->at[i];
    free(a);
    free(b);
    return c;
}

static double f(const double *x, int n)
{
    vector *v = from(x, n);
    for (int k = 0; k < 3; k++)
        v = add(v, add(from(x, n), from(v->at, n), x[k]), 0.5);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v->at[i];
    free(v);
    return s;
}

int main(void)
{
    const double x[4] = {0.2, 0.8, -0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
