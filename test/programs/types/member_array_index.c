/* Structs with member arrays indexed at run time, moved as a whole between slots. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    int used[4];
    double value[4];
    struct node *child[2];
};

static double f(const double *x, int n)
{
    struct node *t = calloc(4, sizeof *t);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct node *s = &t[i % 2];
        s->used[i % 4] = 1;
        s->value[i % 4] = x[i] * x[i];
        s->child[i % 2] = &t[2];
    }
    t[2] = t[0];
    memmove(&t[1], &t[0], 2 * sizeof *t);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            if (t[i].used[k])
                sum += t[i].value[k] * (i + 1) * (k + 1) * x[k % n];
    if (t[2].child[1])
        sum += t[2].child[1]->value[1];
    free(t);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -0.3}), 5);
    return oracle_result();
}
