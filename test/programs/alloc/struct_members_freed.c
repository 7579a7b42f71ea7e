/* A workspace whose members are allocated by one function and freed by another, in a loop. */
#include <stdlib.h>
#include "oracle.h"

struct workspace {
    double *a, *b;
    int *index;
    int n;
};

static struct workspace *workspace_new(int n)
{
    struct workspace *w = malloc(sizeof *w);
    if (!w)
        return NULL;
    w->n = n;
    w->a = malloc((size_t)n * sizeof *w->a);
    w->b = calloc((size_t)n, sizeof *w->b);
    w->index = malloc((size_t)n * sizeof *w->index);
    if (!w->a || !w->b || !w->index)
        abort();
    return w;
}

static void workspace_free(struct workspace *w)
{
    if (!w)
        return;
    free(w->a);
    free(w->b);
    free(w->index);
    free(w);
}

static double f(const double *x, int n)
{
    double s = 0.1;
    for (int round = 0; round < 4; round++) {
        struct workspace *w = workspace_new(n);
        for (int i = 0; i < n; i++) {
            w->index[i] = (i * 3 + round) % n;
            w->a[i] = x[w->index[i]] * s;
        }
        for (int i = 0; i < n; i++)
            w->b[w->index[i]] += w->a[i] * x[i];
        for (int i = 0; i < n; i++)
            s += w->b[i] * w->a[i];
        workspace_free(w);
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.9, 0.8, -0.9, 0.7, 0.3};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
