/* A library that allocates through a table of functions, which the program may set. */
#include "oracle.h"
#include "oracle_calls.h"
#include <stdlib.h>

static struct config {
    void *(*allocate)(size_t), *(*clear)(size_t, size_t), *(*resize)(void *, size_t);
    void (*release)(void *);
} config = {malloc, calloc, realloc, free};

static int resized;

static void *resize_and_count(void *p, size_t size)
{
    resized++;
    return realloc(p, size);
}

__attribute__((noinline)) static double *grow(double *p, int n)
{
    return config.resize(p, (size_t)n * sizeof *p);
}

static double chain(const double *x, int n)
{
    double *p = config.clear(2, sizeof *p), *q = config.allocate(sizeof *q);
    *q = 1;
    for (int i = 0; i < n; i++) {
        p = grow(p, i + 2);
        p[i + 1] = p[i] * x[i] + x[n - 1 - i] * *q;
        *q *= x[i];
    }
    double y = p[n] * p[n - 1] + *q;
    config.release(p);
    config.release(q);
    return y;
}

int main(void)
{
    double x[7];
    oracle_random(x, 7, 1);
    ORACLE_GRADIENT(chain, x, 7);
    config.resize = resize_and_count;
    ORACLE_GRADIENT(chain, x, 7);
    CHECK_THAT(resized > 0);
    return oracle_result();
}
