/* Reference counted vectors: the last release frees. */
#include <stdlib.h>
#include "oracle.h"

struct vector {
    int references, n;
    double *at;
};

static struct vector *vector_new(int n)
{
    struct vector *v = malloc(sizeof *v);
    *v = (struct vector){1, n, calloc((size_t)n, sizeof(double))};
    return v;
}
static struct vector *retain(struct vector *v)
{
    v->references++;
    return v;
}
static void release(struct vector *v)
{
    if (--v->references)
        return;
    free(v->at);
    free(v);
}
/* Changes its argument if nobody else has it. */
static struct vector *scaled(struct vector *v, double by)
{
    struct vector *r = v->references == 1 ? retain(v) : vector_new(v->n);
    for (int i = 0; i < v->n; i++)
        r->at[i] = v->at[i] * by;
    release(v);
    return r;
}

static double f(const double *x, int n)
{
    struct vector *v = vector_new(n), *first;
    double s = 0;
    for (int i = 0; i < n; i++)
        v->at[i] = x[i];
    first = retain(v);
    v = scaled(v, x[0]);
    v = scaled(v, x[1]);
    for (int i = 0; i < n; i++)
        s += v->at[i] * first->at[n - 1 - i];
    release(first);
    release(v);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
