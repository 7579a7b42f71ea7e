/* A Hessian-vector product: forward mode over the gradient. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}

static void gradient(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        g[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);
}

int main(void)
{
    double x[2] = {-1.2, 1}, g[2], v[2] = {0.5, 2}, hv[2];
    double hxx = 1200 * 1.44 - 400 + 2, hxy = 400 * 1.2, hyy = 200;

    __enzyme_fwddiff_v((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, 2);
    CHECK(g[0], -400 * -1.2 * (1 - 1.44) - 2 * 2.2);
    CHECK(g[1], 200 * (1 - 1.44));
    CHECK(hv[0], hxx * v[0] + hxy * v[1]);
    CHECK(hv[1], hxy * v[0] + hyy * v[1]);
    return oracle_result();
}
