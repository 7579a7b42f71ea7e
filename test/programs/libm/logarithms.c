/* Exponentials and logarithms in every base, and log1p, expm1. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return exp2(x) + exp10(0.5 * x) * log2(x) + log10(x) * log1p(x) - expm1(-x) * exp10(0.1 * x);
}
static float g(float x)
{
    return exp2f(x) + exp10f(0.5f * x) * log2f(x) + log10f(x) * log1pf(x) - expm1f(-x);
}
static long double h(long double x)
{
    return exp2l(x) + exp10l(0.5L * x) * log2l(x) + log10l(x) * log1pl(x) - expm1l(-x);
}

static double common(double x)
{
    double p = pow(10, 0.5 * x);
    return M_LN2 * exp2(x) + p * (0.5 * M_LN10 * log2(x) + 1 / (x * M_LN2)) +
           log1p(x) / (x * M_LN10) + log10(x) / (1 + x);
}

int main(void)
{
    double x = 0.7, q = pow(10, 0.1 * x);
    ORACLE_SCALAR_IS(f, x, common(x) + exp(-x) * q - expm1(-x) * q * 0.1 * M_LN10);
    ORACLE_FLOAT_IS(g, 0.75f, common(0.75) + exp(-0.75));
    ORACLE_LONG_IS(h, 0.75L, common(0.75) + exp(-0.75));
    return oracle_result();
}
