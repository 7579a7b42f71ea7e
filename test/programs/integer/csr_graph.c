/* PageRank on a graph in compressed rows: much integer work, few numbers. */
#include <stdlib.h>
#include "oracle.h"

struct graph {
    int nodes, edges;
    int *start, *target;
};

static int next_random(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return (int)(*state >> 16 & 0x7fff);
}

static struct graph *graph_new(int nodes, int degree)
{
    struct graph *g = malloc(sizeof *g);
    unsigned state = 7;
    g->nodes = nodes;
    g->edges = nodes * degree;
    g->start = malloc((size_t)(nodes + 1) * sizeof *g->start);
    g->target = malloc((size_t)g->edges * sizeof *g->target);
    for (int i = 0; i <= nodes; i++)
        g->start[i] = i * degree;
    for (int e = 0; e < g->edges; e++)
        g->target[e] = next_random(&state) % nodes;
    return g;
}

static double f(const double *x, int n)
{
    struct graph *g = graph_new(20, 3);
    double *rank = malloc(20 * sizeof *rank), *next = malloc(20 * sizeof *next);
    for (int i = 0; i < g->nodes; i++)
        rank[i] = x[i % n];
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < g->nodes; i++)
            next[i] = 0.15 * x[i % n];
        for (int i = 0; i < g->nodes; i++)
            for (int e = g->start[i]; e < g->start[i + 1]; e++)
                next[g->target[e]] += 0.85 * rank[i] * rank[i] / 3;
        double *t = rank;
        rank = next;
        next = t;
    }
    double s = 0;
    for (int i = 0; i < g->nodes; i++)
        s += rank[i] * i;
    free(rank);
    free(next);
    free(g->start);
    free(g->target);
    free(g);
    return s;
}

int main(void)
{
    const double x[3] = {0.5, 0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
