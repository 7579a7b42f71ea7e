/* A multigrid solver: a struct with arrays of counts and of pointers to the vectors of each level,
 * beside a pointer to an array of pointers, followed by recursion and freed level by level. An
 * index into one of the arrays reaches none of the others, so no bytes are both pointers and
 * numbers. */
#include <stdlib.h>
#include "oracle.h"

enum { LEVELS = 6 };

struct grids {
    int levels, n[LEVELS];
    double *u[LEVELS], *f[LEVELS], *r[LEVELS];
    double **c;
};

static struct grids *create(int n)
{
    struct grids *g = calloc(1, sizeof *g);
    if (!g || !(g->c = calloc(LEVELS, sizeof *g->c)))
        abort();
    for (; n >= 3; n /= 2) {
        int l = g->levels++;
        size_t room = (size_t)n + 2;
        g->n[l] = n;
        g->u[l] = calloc(room, sizeof(double));
        g->f[l] = calloc(room, sizeof(double));
        g->r[l] = calloc(room, sizeof(double));
        g->c[l] = calloc(room, sizeof(double));
        if (!g->u[l] || !g->f[l] || !g->r[l] || !g->c[l])
            abort();
    }
    return g;
}

static void destroy(struct grids *g)
{
    for (int l = 0; l < g->levels; l++) {
        free(g->u[l]);
        free(g->f[l]);
        free(g->r[l]);
        free(g->c[l]);
    }
    free(g->c);
    free(g);
}

static void smooth(struct grids *g, int l, int sweeps)
{
    double *u = g->u[l], *f = g->f[l], *c = g->c[l];
    for (int s = 0; s < sweeps; s++)
        for (int i = 1; i <= g->n[l]; i++)
            u[i] = (f[i] + u[i - 1] + u[i + 1]) / (2 + c[i]);
}

static void cycle(struct grids *g, int l)
{
    int n = g->n[l];
    smooth(g, l, 2);
    if (l == g->levels - 1)
        return;
    double *u = g->u[l], *r = g->r[l];
    for (int i = 1; i <= n; i++)
        r[i] = g->f[l][i] - (2 * u[i] - u[i - 1] - u[i + 1] + g->c[l][i] * u[i]);
    for (int i = 1; i <= g->n[l + 1]; i++) {
        g->f[l + 1][i] = r[2 * i - 1] + 2 * r[2 * i] + r[2 * i + 1];
        g->u[l + 1][i] = 0;
    }
    cycle(g, l + 1);
    for (int i = 1; i <= g->n[l + 1]; i++) {
        double v = g->u[l + 1][i];
        u[2 * i] += v;
        u[2 * i - 1] += 0.5 * v;
        u[2 * i + 1] += 0.5 * v;
    }
    smooth(g, l, 2);
}

static double energy(const double *x, int n)
{
    struct grids *g = create(31);
    double e = 0;
    for (int l = 0; l < g->levels; l++)
        for (int i = 1; i <= g->n[l]; i++)
            g->c[l][i] = 0.1 * x[0] * x[0] + 0.01 * i;
    for (int i = 1; i <= g->n[0]; i++)
        g->f[0][i] = x[i % n];
    cycle(g, 0);
    cycle(g, 0);
    for (int i = 1; i <= g->n[0]; i++)
        e += g->u[0][i] * g->f[0][i];
    destroy(g);
    return e;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 1.4, 0.3};

    ORACLE_GRADIENT(energy, x, 5);
    return oracle_result();
}
