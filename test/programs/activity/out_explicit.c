/* enzyme_out spelled out, between pointers and integers. */
#include "oracle.h"

static double f(double x, const double *p, int n, double y)
{
    return x * p[0] * n + y * p[1] * x;
}

int main(void)
{
    double p[2] = {2, 3}, dp[2] = {0};
    struct two g = __enzyme_autodiff_2((void *)f, enzyme_out, 5.0, enzyme_dup, p, dp, enzyme_const,
                                       4, enzyme_out, 7.0);

    CHECK(g.x, 8 + 21);
    CHECK(g.y, 15);
    CHECK_ARRAY(dp, ((double[]){20, 35}), 2);
    return oracle_result();
}
