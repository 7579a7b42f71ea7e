/* A heap struct with a flexible array member. */
#include <stdlib.h>
#include "oracle.h"

struct series {
    int count;
    double scale;
    double term[];
};

static double f(const double *x, int n)
{
    struct series *s = malloc(sizeof *s + (size_t)n * sizeof *s->term);
    double sum = 0;
    s->count = n;
    s->scale = x[0];
    for (int i = 0; i < n; i++)
        s->term[i] = x[i] * s->scale;
    for (int i = 0; i < s->count; i++)
        sum += s->term[i] * s->term[i];
    free(s);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
