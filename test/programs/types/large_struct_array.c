/* Arrays of structs of many kilobytes, assigned and copied whole. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { CELLS = 12000 };
struct grid {
    int width, height;
    double cell[CELLS];
    char title[80];
    double scale;
};

static double f(const double *x, int n)
{
    struct grid *g = calloc(3, sizeof *g);
    double sum = 0;
    g[0].width = n;
    g[0].scale = x[0];
    strcpy(g[0].title, "grid");
    for (int i = 0; i < n; i++)
        g[0].cell[i * 2999] = x[i] * x[i];
    g[1] = g[0];
    g[1].scale *= x[1];
    memcpy(&g[2], &g[1], sizeof *g);
    for (int i = 0; i < g[2].width; i++)
        sum += g[2].cell[i * 2999] * g[2].scale * (i + 1) + g[0].cell[i * 2999] * g[0].scale;
    free(g);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
