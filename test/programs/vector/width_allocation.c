/* Two lanes through heap memory, memcpy and a struct. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct pair {
    double a, b;
};

static double f(const double *x, int n)
{
    double *work = malloc((size_t)n * sizeof *work), s = 0;
    struct pair p = {x[0], x[1]};
    memcpy(work, x, (size_t)n * sizeof *work);
    for (int i = 0; i < n; i++) {
        work[i] *= p.a;
        p.a = p.b;
        p.b = work[i];
        s += work[i] * x[n - 1 - i];
    }
    free(work);
    return s * p.a;
}

int main(void)
{
    double x[4] = {0.5, 2, -1.5, 0.7}, g[4], d0[4] = {1, 2, 3, 4}, d1[4] = {0, -1, 1, 0.5};
    struct two r =
        __enzyme_fwddiff_2((void *)f, enzyme_width, 2, enzyme_dup, x, d0, d1, enzyme_const, 4);

    GRADIENT(f, x, g, 4);
    CHECK(r.x, oracle_dot(g, d0, 4));
    CHECK(r.y, oracle_dot(g, d1, 4));
    return oracle_result();
}
