/* A workspace that init allocates before any derivative is taken; the derivative finds it behind
 * the global. */
#include <stdlib.h>
#include "oracle.h"

static struct {
    int room;
    double *a, *b;
} ws;
static double *scratch;

static void init(int room)
{
    ws.room = room;
    ws.a = calloc((size_t)room, sizeof *ws.a);
    ws.b = malloc((size_t)room * sizeof *ws.b);
    scratch = malloc((size_t)room * sizeof *scratch);
}

static struct box {
    double *at;
} box;
static double *more;

static void finish(void)
{
    free(ws.a);
    free(ws.b);
    free(scratch);
    ws.a = ws.b = NULL; /* and scratch dangles */
}

/* the pointers dangle */
static void release(struct box *b, double **p)
{
    free(b->at);
    if (*p)
        free(*p);
}

static double boxed(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        box.at[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        more[i] = box.at[n - 1 - i] * x[i];
    for (int i = 0; i < n; i++)
        s += more[i] * box.at[i];
    return s;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        ws.a[i] = x[i] * x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        scratch[i] = ws.a[i] * ws.a[n - 1 - i];
    for (int i = 0; i < n; i++)
        ws.b[i] = scratch[i] * x[i];
    for (int i = 0; i < n; i++)
        s += ws.b[i] * ws.a[i];
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    box.at = malloc(4 * sizeof *box.at);
    more = malloc(4 * sizeof *more);
    ORACLE_GRADIENT(boxed, x, 4);
    release(&box, &more);

    init(4);
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 3);
    finish();
    init(10);
    ORACLE_GRADIENT(f, x, 4);
    finish();
    return oracle_result();
}
