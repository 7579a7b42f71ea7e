/* An arena of chained blocks that is handed down through the calls and freed at the end. */
#include <stdlib.h>
#include "oracle.h"

enum { BLOCK = 256 };
struct block {
    struct block *older;
    size_t used;
    double data[BLOCK / sizeof(double)];
};
struct pool {
    struct block *newest;
};

static double *pool_doubles(struct pool *p, size_t n)
{
    if (!p->newest || p->newest->used + n > BLOCK / sizeof(double)) {
        struct block *b = calloc(1, sizeof *b);
        b->older = p->newest;
        p->newest = b;
    }
    double *at = p->newest->data + p->newest->used;
    p->newest->used += n;
    return at;
}

static void pool_free(struct pool *p)
{
    while (p->newest) {
        struct block *older = p->newest->older;
        free(p->newest);
        p->newest = older;
    }
}

static double *scale(struct pool *p, const double *x, int n, double by)
{
    double *y = pool_doubles(p, (size_t)n);
    for (int i = 0; i < n; i++)
        y[i] = by * x[i] * x[i];
    return y;
}

static double f(const double *x, int n)
{
    struct pool p = {NULL};
    const double *v = x;
    double s = 0;
    for (int k = 0; k < 12; k++) {
        v = scale(&p, v, n, x[k % n]);
        s += v[k % n];
    }
    pool_free(&p);
    return s;
}

int main(void)
{
    const double x[5] = {0.9, 0.8, -0.9, 0.7, 1.05};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
