/* The gradient of a directional derivative. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s = s * x[i] + x[i] * x[i];
    return s;
}

static double directional(const double *x, const double *v, int n)
{
    return __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, n);
}

int main(void)
{
    /* f = x0 x1 + x0^2 x1 + x1^2 */
    double x[2] = {2, 3}, v[2] = {1, 10}, hv[2] = {0}, dv[2] = {0};

    __enzyme_autodiff((void *)directional, enzyme_dup, x, hv, enzyme_dup, v, dv, enzyme_const, 2);
    CHECK_ARRAY(hv, ((double[]){2 * 3 + (1 + 4) * 10, (1 + 4) + 20}), 2);
    CHECK_ARRAY(dv, ((double[]){3 + 12, 2 + 4 + 6}), 2);
    return oracle_result();
}
