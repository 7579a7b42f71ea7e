/* A bump arena: one big block of bytes from which vectors are cut, reset between uses. */
#include <stdlib.h>
#include "oracle.h"

struct arena {
    char *base;
    size_t used, size;
};

static void *take(struct arena *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (a->used + bytes > a->size)
        abort();
    void *p = a->base + a->used;
    a->used += bytes;
    return p;
}

static double *product(struct arena *a, const double *u, const double *v, int n)
{
    double *w = take(a, (size_t)n * sizeof *w);
    for (int i = 0; i < n; i++)
        w[i] = u[i] * v[i];
    return w;
}

static double f(const double *x, int n)
{
    struct arena a = {malloc(4096), 0, 4096};
    double s = 0;
    for (int round = 0; round < 3; round++) {
        double *sq = product(&a, x, x, n), *cube = product(&a, sq, x, n);
        for (int i = 0; i < n; i++)
            s += sq[i] * cube[(i + round) % n];
        a.used = 0;
    }
    free(a.base);
    return s;
}

int main(void)
{
    const double x[4] = {1.1, 0.8, -0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
