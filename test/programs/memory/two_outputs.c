/* Two output arrays seeded together. */
#include "oracle.h"

static void f(const double *x, double *sum, double *product, int n)
{
    *sum = 0;
    *product = 1;
    for (int i = 0; i < n; i++) {
        *sum += x[i];
        *product *= x[i];
    }
}

int main(void)
{
    double x[3] = {2, 3, 5}, dx[3] = {0}, s, ds = 1, p, dp = 10;

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, &s, &ds, enzyme_dup, &p, &dp,
                        enzyme_const, 3);
    CHECK(s, 10);
    CHECK(p, 30);
    CHECK_ARRAY(dx, ((double[]){151, 101, 61}), 3);
    CHECK(ds, 0);
    CHECK(dp, 0);
    dx[0] = 1, dx[1] = dx[2] = 0;
    __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, &s, &ds, enzyme_dup, &p, &dp,
                       enzyme_const, 3);
    CHECK(ds, 1);
    CHECK(dp, 15);
    return oracle_result();
}
