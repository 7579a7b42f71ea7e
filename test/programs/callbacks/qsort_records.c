/* qsort of structs that hold a key, active floating-point values and an integer: Kendall-like
 * weights, stable among equal keys. */
#include "oracle.h"
#include <stdlib.h>

struct record {
    int group;
    double value, weight;
};

static int by_group(const void *a, const void *b)
{
    const struct record *p = a, *q = b;
    return p->group - q->group;
}

static int by_value(const void *a, const void *b)
{
    double p = ((const struct record *)a)->value, q = ((const struct record *)b)->value;
    return p < q ? -1 : p > q;
}

static double f(const double *x, int n)
{
    struct record *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++)
        r[i] = (struct record){.group = (i * 7) % 3, .value = x[i] * x[i], .weight = x[i] + i};
    qsort(r, (size_t)n, sizeof *r, by_value);
    qsort(r, (size_t)n, sizeof *r, by_group); /* stable: within a group still by value */
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * r[i].value * r[i].weight + r[i].group * r[i].weight;
    free(r);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.5, 2.0, 0.75, -1.25, 3.0, 0.1, 2.2}), 8);
    return oracle_result();
}
