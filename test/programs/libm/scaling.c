/* ldexp, scalbn, scalbln, logb, ilogb, significand and drem. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    int e = ilogb(x);
    double m = scalbn(x, -e), s = scalbln(x * x, 3L) + ldexp(x, e + 1);
    return m * s + logb(x) * x + significand(x) * x + drem(x, 0.8) * x + nextafter(x, 10.0) * x;
}
static float g(float x)
{
    return scalbnf(x, 2) * x + ldexpf(x, -1) + scalblnf(x, 1L) + logbf(x) * x;
}
static long double h(long double x)
{
    return scalbnl(x, 2) * x + ldexpl(x, -1) + scalblnl(x, 1L) + logbl(x) * x;
}

int main(void)
{
    ORACLE_SCALAR(f, 1.3);
    ORACLE_SCALAR(f, 5.7);
    ORACLE_SCALAR(f, -0.3);
    ORACLE_FLOAT_IS(g, 1.25f, 10 + 2.5);
    ORACLE_LONG_IS(h, 1.25L, 10 + 2.5);
    return oracle_result();
}
