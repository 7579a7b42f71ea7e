/* A quadtree of point masses: built by insertion, then used for approximate forces. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct cell {
    double cx, cy, half; /* geometry: constant */
    double mx, my, mass; /* moments: active */
    int count;
    struct cell *child[4];
};

static struct cell *cell_new(double cx, double cy, double half)
{
    struct cell *c = calloc(1, sizeof *c);
    c->cx = cx, c->cy = cy, c->half = half;
    return c;
}

static void insert(struct cell *c, double x, double y, double m, int depth)
{
    c->mx += m * x;
    c->my += m * y;
    c->mass += m;
    c->count++;
    if (depth == 0)
        return;
    int k = (x > c->cx) + 2 * (y > c->cy);
    double h = c->half / 2;
    if (!c->child[k])
        c->child[k] = cell_new(c->cx + (k & 1 ? h : -h), c->cy + (k & 2 ? h : -h), h);
    insert(c->child[k], x, y, m, depth - 1);
}

static double potential(const struct cell *c, double x, double y)
{
    if (!c)
        return 0;
    double dx = c->mx / c->mass - x, dy = c->my / c->mass - y, d = sqrt(dx * dx + dy * dy + 0.01);
    if (c->half / d < 0.6 || c->count == 1)
        return c->mass / d;
    double s = 0;
    for (int k = 0; k < 4; k++)
        s += potential(c->child[k], x, y);
    return s;
}

static void cell_free(struct cell *c)
{
    if (!c)
        return;
    for (int k = 0; k < 4; k++)
        cell_free(c->child[k]);
    free(c);
}

static double f(const double *x, int n)
{
    struct cell *root = cell_new(0, 0, 1);
    double s = 0;
    for (int i = 0; i + 2 < n; i += 3)
        insert(root, x[i], x[i + 1], x[i + 2] * x[i + 2], 3);
    for (int i = 0; i + 2 < n; i += 3)
        s += potential(root, x[i], x[i + 1]);
    cell_free(root);
    return s;
}

int main(void)
{
    const double x[12] = {0.51, -0.26, 0.75, -0.7, 0.62, 1.1, 0.81, 0.83, 0.6, -0.31, -0.45, 0.9};

    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
