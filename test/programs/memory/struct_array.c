/* An array of structs that holds integers beside doubles. */
#include "oracle.h"

struct edge {
    int from, to;
    double weight;
};

static double f(const double *x, int n)
{
    struct edge edges[6];
    double node[4] = {1, 0.5, 0.25, 2}, s = 0;
    for (int i = 0; i < 6; i++)
        edges[i] = (struct edge){i % 4, (i * 3 + 1) % 4, x[i % n] * (i + 1)};
    for (int i = 0; i < 6; i++)
        node[edges[i].to] += edges[i].weight * node[edges[i].from] * 0.3;
    for (int i = 0; i < 4; i++)
        s += node[i] * node[i];
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.2, 0.7, -0.3, 0.4, 0.6, 0.1}), 6);
    return oracle_result();
}
