/* Shortest path with a binary heap: the length is differentiated, the search is not. */
#include <stdlib.h>
#include "oracle.h"

enum { NODES = 7 };
struct edge {
    int from, to, weight;
};
static const struct edge edges[] = {{0, 1, 0}, {0, 2, 1}, {1, 3, 2}, {2, 3, 3}, {3, 4, 4},
                                    {1, 4, 5}, {4, 5, 0}, {4, 6, 1}, {5, 6, 2}};

struct heap {
    int count, node[32];
    double key[32];
};

static void heap_push(struct heap *h, int node, double key)
{
    int i = h->count++;
    while (i > 0 && h->key[(i - 1) / 2] > key) {
        h->key[i] = h->key[(i - 1) / 2];
        h->node[i] = h->node[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->key[i] = key;
    h->node[i] = node;
}

static int heap_pop(struct heap *h, double *key)
{
    int node = h->node[0], i = 0;
    *key = h->key[0];
    double last = h->key[--h->count];
    int last_node = h->node[h->count];
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->count)
            break;
        if (c + 1 < h->count && h->key[c + 1] < h->key[c])
            c++;
        if (h->key[c] >= last)
            break;
        h->key[i] = h->key[c];
        h->node[i] = h->node[c];
        i = c;
    }
    h->key[i] = last;
    h->node[i] = last_node;
    return node;
}

static double f(const double *x, int n)
{
    double distance[NODES];
    struct heap h = {0};
    for (int i = 0; i < NODES; i++)
        distance[i] = 1e30;
    distance[0] = 0;
    heap_push(&h, 0, 0);
    while (h.count) {
        double d;
        int node = heap_pop(&h, &d);
        if (d > distance[node])
            continue;
        for (unsigned e = 0; e < sizeof edges / sizeof *edges; e++) {
            if (edges[e].from != node)
                continue;
            double next = d + x[edges[e].weight % n] * x[edges[e].weight % n];
            if (next < distance[edges[e].to]) {
                distance[edges[e].to] = next;
                heap_push(&h, edges[e].to, next);
            }
        }
    }
    return distance[NODES - 1];
}

int main(void)
{
    const double x[6] = {0.5, 0.25, 0.75, 1.2, 0.4, 0.9};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
