/* Second order through heap memory, branches and an unknown trip count. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *w = malloc((size_t)n * sizeof *w), s = 0;
    for (int i = 0; i < n; i++)
        w[i] = x[i] * x[i] * (i ? w[i - 1] : 1);
    for (int i = 0; s < 3 && i < 50; i++)
        s += w[i % n] > 1 ? w[i % n] * x[0] : w[i % n] * w[i % n];
    free(w);
    return s;
}

static double directional(const double *x, int n)
{
    const double v[3] = {1, -0.5, 2};
    return __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, n);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.2, 0.8}), 3);
    ORACLE_GRADIENT(directional, ((const double[]){0.9, 1.2, 0.8}), 3);
    return oracle_result();
}
