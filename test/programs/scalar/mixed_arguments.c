/* Doubles, floats, integers and a pointer in one signature, unmarked. */
#include "oracle.h"

extern struct two __enzyme_autodiff_mixed(void *, double, int, const double *, double *, long,
                                          double);

static double f(double x, int n, const double *p, long k, double y)
{
    return x * n + p[0] * x + y * (double)k * p[1];
}

int main(void)
{
    double p[2] = {5, 7}, dp[2] = {0, 0};
    struct two g = __enzyme_autodiff_mixed((void *)f, 2.0, 3, p, dp, 4L, 6.0);

    CHECK(g.x, 3 + 5);
    CHECK(g.y, 28);
    CHECK(dp[0], 2);
    CHECK(dp[1], 24);
    return oracle_result();
}
