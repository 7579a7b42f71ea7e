/* A helper allocates and fills, its caller uses and frees. */
#include <stdlib.h>
#include "oracle.h"

static double *powers(double x, int n)
{
    double *p = malloc((size_t)n * sizeof *p);
    p[0] = 1;
    for (int i = 1; i < n; i++)
        p[i] = p[i - 1] * x;
    return p;
}

static double f(const double *x, int n)
{
    double *p = powers(x[0], n), *q = powers(x[1], n), s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * q[n - 1 - i] * x[i];
    free(p);
    free(q);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.2, 0.7, -0.3, 0.7, 0.4}), 5);
    return oracle_result();
}
