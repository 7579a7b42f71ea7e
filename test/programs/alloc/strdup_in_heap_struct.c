/* A heap struct with a name (strdup) beside its numbers: the shadow struct points to the same name.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct layer {
    char *name;
    int units;
    double *weights;
    struct layer *next;
};

static struct layer *make_layer(const char *name, const double *x, int units)
{
    struct layer *l = malloc(sizeof *l);
    l->name = strdup(name);
    l->units = units;
    l->weights = malloc((size_t)units * sizeof *l->weights);
    for (int i = 0; i < units; i++)
        l->weights[i] = x[i] * x[i];
    l->next = NULL;
    return l;
}

static double run(const struct layer *l, double input)
{
    for (; l; l = l->next) {
        double sum = 0;
        for (int i = 0; i < l->units; i++)
            sum += l->weights[i] * input;
        input = strcmp(l->name, "output") ? sum / (1 + sum * sum) : sum;
    }
    return input;
}

static void drop(struct layer *l)
{
    while (l) {
        struct layer *next = l->next;
        free(l->name);
        free(l->weights);
        free(l);
        l = next;
    }
}

static double f(const double *x, int n)
{
    char name[16];
    struct layer *net = NULL, **end = &net;
    for (int i = 0; i + 2 < n; i++) {
        snprintf(name, sizeof name, i + 3 < n ? "hidden%d" : "output", i);
        *end = make_layer(name, x + i, 2);
        end = &(*end)->next;
    }
    double y = run(net, x[n - 1]);
    drop(net);
    return y;
}

int main(void)
{
    const double x[6] = {1.1, 0.8, -0.9, 0.7, 0.9, 1.3};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
