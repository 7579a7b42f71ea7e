/* malloc wrappers that keep the size in front of the block. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static void *sized_malloc(size_t bytes)
{
    size_t *p = malloc(bytes + 2 * sizeof *p);
    if (!p)
        abort();
    p[0] = bytes;
    return p + 2;
}
static size_t sized_bytes(const void *p)
{
    return ((const size_t *)p)[-2];
}
static void sized_free(void *p)
{
    if (p)
        free((size_t *)p - 2);
}
static void *sized_realloc(void *p, size_t bytes)
{
    void *fresh = sized_malloc(bytes);
    if (p)
        memcpy(fresh, p, sized_bytes(p) < bytes ? sized_bytes(p) : bytes);
    sized_free(p);
    return fresh;
}

static double f(const double *x, int n)
{
    double *a = NULL, s = 0;
    for (int i = 0; i < n; i++) {
        a = sized_realloc(a, (size_t)(i + 1) * sizeof *a);
        a[i] = x[i] * (i ? a[i - 1] : 1);
    }
    for (size_t i = 0; i < sized_bytes(a) / sizeof *a; i++)
        s += a[i] * a[i];
    sized_free(a);
    return s;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 0.7, 1.1};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
