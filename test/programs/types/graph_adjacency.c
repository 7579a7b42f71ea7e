/* A graph with edge lists by index, relaxed along edges; nodes copied into a work array. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct edge {
    int to;
    double weight;
};
struct vertex {
    struct edge *edges;
    int count, capacity;
    double value;
};

static void connect(struct vertex *v, int to, double weight)
{
    if (v->count == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 1;
        v->edges = realloc(v->edges, (size_t)v->capacity * sizeof *v->edges);
    }
    v->edges[v->count++] = (struct edge){to, weight};
}

static double f(const double *x, int n)
{
    struct vertex *v = calloc((size_t)n, sizeof *v), *work = malloc((size_t)n * sizeof *work);
    for (int i = 0; i < n; i++) {
        v[i].value = x[i];
        for (int k = i + 1; k < n; k++)
            connect(&v[i], k, x[i] * x[k]);
    }
    memcpy(work, v, (size_t)n * sizeof *work);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < work[i].count; k++)
            work[work[i].edges[k].to].value += work[i].value * work[i].edges[k].weight;
    double r = work[n - 1].value * v[0].value;
    for (int i = 0; i < n; i++)
        free(v[i].edges);
    free(v);
    free(work);
    return r;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
