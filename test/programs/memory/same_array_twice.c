/* One array passed as two arguments, with one shadow for both. */
#include "oracle.h"

static double f(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[n - 1 - i] * (i + 1);
    return s;
}

int main(void)
{
    double x[3] = {2, 3, 5}, dx[3] = {0};
    double t;

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, x, dx, enzyme_const, 3);
    /* s = 4 x0 x2 + 2 x1^2 */
    CHECK_ARRAY(dx, ((double[]){20, 12, 8}), 3);
    dx[0] = 1, dx[1] = 10, dx[2] = 100;
    t = __enzyme_fwddiff((void *)f, enzyme_dup, x, dx, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK(t, 20 + 120 + 800);
    return oracle_result();
}
