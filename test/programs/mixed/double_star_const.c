/* Constant tables of pointers (const double **) beside active rows. */
#include "oracle.h"

static double f(const double *const *basis, const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) {
        double c = 0;
        for (int i = 0; i < n; i++)
            c += basis[k][i] * x[i];
        s += c * c * (k + 1);
    }
    return s;
}

static double g(const double *x, int n)
{
    static const double a[3] = {1, 2, 3}, b[3] = {0, 1, -1}, c[3] = {2, 0, 1};
    static const double *const basis[3] = {a, b, c};
    return f(basis, x, n);
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75}, a[3] = {1, 2, 3}, b[3] = {0, 1, -1}, c[3] = {2, 0, 1};
    const double *basis[3] = {a, b, c};
    double dx[3] = {0}, want[3];

    ORACLE_GRADIENT(g, x, 3);
    GRADIENT(g, x, want, 3);
    __enzyme_autodiff((void *)f, enzyme_const, basis, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_ARRAY(dx, want, 3);
    return oracle_result();
}
