/* Unmarked: doubles are out, pointers dup, integers const. */
#include "oracle.h"

static double f(const double *p, int n, double x, unsigned char flag)
{
    return p[n] * x + (flag ? p[0] : 0);
}

int main(void)
{
    double p[3] = {2, 3, 5}, dp[3] = {0};
    double g = __enzyme_autodiff((void *)f, p, dp, 2, 7.0, 1);

    CHECK(g, 5);
    CHECK_ARRAY(dp, ((double[]){1, 0, 7}), 3);
    return oracle_result();
}
