/* A graph whose nodes have an array of neighbours, how many there are, and numbers: two nodes of
 * one array in each function, all reached through one pointer in a struct. The loads of that
 * pointer are one for LLVM. */
#include <stdlib.h>
#include "oracle.h"

enum { MOST = 4 };

struct node {
    double heat, source;
    int neighbours[MOST], count;
    double weight[MOST];
};
struct graph {
    int n;
    struct node *nodes;
};

__attribute__((noinline)) static void join(struct graph *g, int a, int b, double w)
{
    g->nodes[a].weight[g->nodes[a].count] = w;
    g->nodes[b].weight[g->nodes[b].count] = w * w;
    g->nodes[a].neighbours[g->nodes[a].count++] = b;
    g->nodes[b].neighbours[g->nodes[b].count++] = a;
}

__attribute__((noinline)) static void exchange(struct graph *g, int a, int k)
{
    int b = g->nodes[a].neighbours[k];
    double flow = g->nodes[a].weight[k] * (g->nodes[a].heat - g->nodes[b].heat);
    g->nodes[b].heat += 0.1 * flow;
    g->nodes[a].heat -= 0.1 * flow * g->nodes[a].heat;
}

static double diffuse(const double *x, int n)
{
    struct graph g = {n, calloc((size_t)n, sizeof *g.nodes)};
    double sum = 0;
    if (!g.nodes)
        abort();
    for (int i = 0; i < n; i++)
        g.nodes[i].heat = x[i];
    for (int i = 0; i < n; i++)
        join(&g, i, (i + 1) % n, x[i]);
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < g.nodes[i].count; k++)
                exchange(&g, i, k);
    for (int i = 0; i < n; i++)
        sum += (1 + i) * g.nodes[i].heat * g.nodes[i].heat;
    free(g.nodes);
    return sum;
}

int main(void)
{
    const double x[6] = {0.9, -0.8, 0.6, 1.4, 0.3, 1.1};

    ORACLE_GRADIENT(diffuse, x, 6);
    return oracle_result();
}
