/* Several directions at once through allocations, realloc and frees. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *a = malloc((size_t)n * sizeof *a), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    a = realloc(a, 2 * (size_t)n * sizeof *a);
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof *t);
        *t = a[i] * x[n - 1 - i];
        a[n + i] = *t * *t;
        free(t);
    }
    for (int i = 0; i < 2 * n; i++)
        s += a[i] * a[(i + 1) % (2 * n)];
    free(a);
    return s;
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6}, e0[3] = {1, 0, 0}, e1[3] = {0, 1, 0}, e2[3] = {0, 0, 1};
    double g[3];

    GRADIENT(f, x, g, 3);
    struct three d =
        __enzyme_fwddiff_3((void *)f, enzyme_width, 3, enzyme_dup, x, e0, e1, e2, enzyme_const, 3);
    CHECK(d.x, g[0]);
    CHECK(d.y, g[1]);
    CHECK(d.z, g[2]);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
