/* Unmarked in forward mode: doubles and pointers have shadows, integers not. */
#include "oracle.h"

static double f(const double *p, int n, double x)
{
    return p[n] * x;
}

int main(void)
{
    double p[2] = {2, 3}, dp[2] = {0, 10};

    CHECK(__enzyme_fwddiff((void *)f, p, dp, 1, 7.0, 1.0), 70 + 3);
    return oracle_result();
}
