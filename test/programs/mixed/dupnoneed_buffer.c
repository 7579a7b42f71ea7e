/* The result goes to a dupnoneed buffer; its primal contents are not looked at afterwards. */
#include "oracle.h"

static void f(const double *x, double *y, int n)
{
    y[0] = x[0];
    for (int i = 1; i < n; i++)
        y[i] = y[i - 1] * x[i];
}

int main(void)
{
    const double x[3] = {2, 3, 5};
    double dx[3] = {0}, y[3] = {0}, dy[3] = {0, 0, 1};

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 3);
    CHECK_ARRAY(dx, ((double[]){15, 10, 6}), 3);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0}), 3);
    double sx[3] = {1, 1, 1}, sy[3] = {0};
    __enzyme_fwddiff_v((void *)f, enzyme_dup, x, sx, enzyme_dupnoneed, y, sy, enzyme_const, 3);
    CHECK_ARRAY(sy, ((double[]){1, 5, 31}), 3);
    return oracle_result();
}
