/* Structs that begin with another one, which says what they are: an integer, a number or a pointer
 * begins at the same byte. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct shape {
    int kind;
};
struct circle {
    struct shape base;
    double radius;
    int sides;
};
struct grid {
    struct shape base;
    int width, height;
    double spacing;
};
struct cloud {
    struct shape base;
    double *weights;
    int count;
};

static struct shape *circle_new(double radius, int sides)
{
    struct circle *c = malloc(sizeof *c);
    c->base.kind = 0;
    c->radius = radius;
    c->sides = sides;
    return &c->base;
}

static struct shape *grid_new(int width, int height, double spacing)
{
    struct grid *g = malloc(sizeof *g);
    g->base.kind = 1;
    g->width = width;
    g->height = height;
    g->spacing = spacing;
    return &g->base;
}

static struct shape *cloud_new(const double *x, int n)
{
    struct cloud *c = malloc(sizeof *c);
    c->base.kind = 2;
    c->count = n;
    c->weights = malloc(n * sizeof *c->weights);
    for (int i = 0; i < n; i++)
        c->weights[i] = x[i] * x[0];
    return &c->base;
}

static double measure(const struct shape *s, const double *x, int n)
{
    const struct circle *c = (const struct circle *)s;
    const struct grid *g = (const struct grid *)s;
    const struct cloud *p = (const struct cloud *)s;
    double sum = 0;
    switch (s->kind) {
    case 0:
        for (int i = 0; i < c->sides; i++)
            sum += c->radius * x[i % n] * x[i % n];
        return sum;
    case 1:
        for (int i = 0; i < g->height; i++)
            sum += sin(g->spacing * x[i % g->width]);
        return sum;
    default:
        for (int i = 0; i < p->count; i++)
            sum += p->weights[i] * p->weights[i];
        return sum;
    }
}

static void shape_free(struct shape *s)
{
    if (s->kind == 2)
        free(((struct cloud *)s)->weights);
    free(s);
}

static double total(const double *x, int n)
{
    enum { COUNT = 9 };
    struct shape *all[COUNT];
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        all[i] = i % 3 == 0   ? circle_new(x[i % n] * (i + 1), 5 + i)
                 : i % 3 == 1 ? grid_new(1 + i % 2, 4, x[(i + 1) % n] + i)
                              : cloud_new(x, n);
    for (int sweep = 0; sweep < 2; sweep++)
        for (int i = 0; i < COUNT; i++)
            sum += measure(all[i], x, n) * (1 + 0.1 * sum);
    for (int i = 0; i < COUNT; i++)
        shape_free(all[i]);
    return sum;
}

int main(void)
{
    const double x[3] = {0.3, 0.8, -0.4};

    ORACLE_GRADIENT(total, x, 3);
    return oracle_result();
}
