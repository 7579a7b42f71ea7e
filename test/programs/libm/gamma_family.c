/* lgamma, its reentrant form, gamma and tgamma; the sign is no number. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    int sign;
    double r = lgamma_r(x, &sign);
    return r * sign + lgamma(x + 1) + tgamma(0.5 * x);
}
static float g(float x)
{
    int sign;
    return lgammaf_r(x, &sign) * (float)sign + lgammaf(x + 1) + tgammaf(0.5f * x);
}
static long double h(long double x)
{
    int sign;
    return lgammal_r(x, &sign) * sign + lgammal(x + 1) + tgammal(0.5L * x);
}

int main(void)
{
    ORACLE_SCALAR(f, 2.5);
    ORACLE_SCALAR(f, -0.5);
    ORACLE_SCALAR(f, 7.25);
    double want = __enzyme_autodiff((void *)f, 2.5);
    ORACLE_FLOAT_IS(g, 2.5f, want);
    ORACLE_LONG_IS(h, 2.5L, want);
    return oracle_result();
}
