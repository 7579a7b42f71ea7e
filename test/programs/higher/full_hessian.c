/* A full Hessian column by column: symmetric, and equal to differences of the gradient. */
#include <math.h>
#include "oracle.h"

enum { N = 4 };

static double f(const double *x, int n)
{
    double s = 0, p = 1;
    for (int i = 0; i < n; i++) {
        p *= x[i];
        s += sin(p) * x[(i + 1) % n];
    }
    return s * s + p;
}

static void gradient(const double *x, int n, double *g, int m)
{
    for (int i = 0; i < m; i++)
        g[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);
}

int main(void)
{
    const double x[N] = {0.9, 1.2, 0.8, -1.1};
    double h[N][N], g[N], v[N] = {0};

    for (int i = 0; i < N; i++) {
        v[i] = 1;
        __enzyme_fwddiff_v((void *)gradient, enzyme_dup, x, v, enzyme_const, N, enzyme_dup, g, h[i],
                           enzyme_const, N);
        v[i] = 0;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            CHECK(h[i][j], h[j][i]);
    ORACLE_MAP(gradient, x, N, g, N);
    return oracle_result();
}
