/* The trip count depends on active data and is unknown before. */
#include "oracle.h"

static double f(double x)
{
    double r = x;
    while (r < 100)
        r = r * x;
    return r;
}

int main(void)
{
    /* 1.7^9 = 118.6 is the first power over 100. */
    double x = 1.7, p = x * x * x * x;
    ORACLE_SCALAR_IS(f, x, 9 * p * p);
    return oracle_result();
}
