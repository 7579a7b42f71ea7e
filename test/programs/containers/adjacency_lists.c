/* A graph with one growing edge list per node; values flow along the edges in the order of a
 * topological sort. */
#include <stdlib.h>
#include "oracle.h"

struct edge {
    int to;
    double weight;
};
struct node {
    struct edge *edges;
    int count, room, incoming;
    double value;
};

static void connect(struct node *nodes, int from, int to, double weight)
{
    struct node *f = &nodes[from];
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 1;
        f->edges = realloc(f->edges, (size_t)f->room * sizeof *f->edges);
    }
    f->edges[f->count++] = (struct edge){to, weight};
    nodes[to].incoming++;
}

static double f(const double *x, int n)
{
    struct node *nodes = calloc(6, sizeof *nodes);
    int ready[6], count = 0;
    for (int i = 0; i < 6; i++)
        for (int k = i + 1; k < 6; k += i + 1)
            connect(nodes, i, k, x[(i + k) % n]);
    nodes[0].value = x[0] * x[1];
    for (int i = 0; i < 6; i++)
        if (!nodes[i].incoming)
            ready[count++] = i;
    for (int done = 0; done < count; done++) {
        struct node *a = &nodes[ready[done]];
        for (int e = 0; e < a->count; e++) {
            struct node *b = &nodes[a->edges[e].to];
            b->value += a->value * a->edges[e].weight + 0.1 * a->edges[e].weight;
            if (!--b->incoming)
                ready[count++] = a->edges[e].to;
        }
    }
    double s = nodes[5].value * nodes[3].value;
    for (int i = 0; i < 6; i++)
        free(nodes[i].edges);
    free(nodes);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
