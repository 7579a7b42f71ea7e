/* A pointer that is either an active argument or a constant one. */
#include "oracle.h"

static double f(const double *x, const double *fixed, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        const double *p = x[i] > 0 ? x : fixed;
        s += p[i] * p[i] * x[n - 1 - i];
    }
    return s;
}

static double g(const double *x, int n)
{
    static const double fixed[4] = {1, 2, 3, 4};
    return f(x, fixed, n);
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, -1}, fixed[4] = {1, 2, 3, 4};
    double dx[4] = {0}, want[4];

    ORACLE_GRADIENT(g, x, 4);
    GRADIENT(g, x, want, 4);
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, fixed, enzyme_const, 4);
    CHECK_ARRAY(dx, want, 4);
    return oracle_result();
}
