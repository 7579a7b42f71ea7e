/* Heap blocks of the primal, their shadows and the tape are all given back. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    for (int k = 0; s < 40 && k < 100; k++) {
        double *b = calloc((size_t)n, sizeof *b);
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * a[(i + k) % n];
            s += b[i] * b[i];
        }
        free(b);
    }
    a = realloc(a, 2 * (size_t)n * sizeof *a);
    a[n] = s * a[0];
    s = a[n];
    free(a);
    return s;
}

static void use(const double *x)
{
    double g[4], seed[4] = {1, 0, 0, 0};

    GRADIENT(f, x, g, 4);
    ORACLE_TANGENT_CALL(f, x, seed, 4);
}

int main(void)
{
    const double x[4] = {1.1, 0.2, -0.3, 0.7};
    size_t before;

    for (int i = 0; i < 20; i++)
        use(x);
    before = oracle_heap_in_use();
    for (int i = 0; i < 200; i++)
        use(x);
    /* The C library may keep a few freed blocks; a leak costs 32 bytes a call. */
    CHECK_THAT(oracle_heap_in_use() < before + 1024);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
