/* An explicit heat equation on the heap; buffers swap by pointer exchange. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    size_t bytes = (size_t)n * sizeof(double);
    double *u = malloc(bytes), *v = malloc(bytes), s = 0;
    for (int i = 0; i < n; i++)
        u[i] = x[i];
    v[0] = u[0];
    v[n - 1] = u[n - 1];
    for (int t = 0; t < 11; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + 0.2 * (1 + 0.1 * u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
        double *other = u;
        u = v;
        v = other;
    }
    for (int i = 0; i < n; i++)
        s += u[i] * u[i] * (i + 1);
    free(u);
    free(v);
    return s;
}

int main(void)
{
    double x[9];
    oracle_random(x, 9, 7);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
