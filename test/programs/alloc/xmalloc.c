/* The usual xmalloc, xcalloc and xrealloc that end the program when there is no memory. */
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

static void *checked(void *p)
{
    if (!p) {
        perror("out of memory");
        exit(EXIT_FAILURE);
    }
    return p;
}
__attribute__((noinline)) static void *xmalloc(size_t n)
{
    return checked(malloc(n));
}
__attribute__((noinline)) static void *xcalloc(size_t n, size_t m)
{
    return checked(calloc(n, m));
}
__attribute__((noinline)) static void *xrealloc(void *p, size_t n)
{
    return checked(realloc(p, n));
}

static double f(const double *x, int n)
{
    double *a = xmalloc((size_t)n * sizeof *a), *b = xcalloc((size_t)n, sizeof *b), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    a = xrealloc(a, 2 * (size_t)n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[n + i] = a[i] * x[0];
        b[(i * 2) % n] += a[n + i];
    }
    for (int i = 0; i < n; i++)
        s += b[i] * a[i];
    free(b);
    free(a);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
