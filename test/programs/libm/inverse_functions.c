/* Inverse circular and hyperbolic functions in the three precisions. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return asin(x) * acos(x) + atan(x) * asinh(x) + atanh(x) / acosh(2 + x);
}
static float g(float x)
{
    return asinf(x) * acosf(x) + atanf(x) * asinhf(x) + atanhf(x) / acoshf(2 + x);
}
static long double h(long double x)
{
    return asinl(x) * acosl(x) + atanl(x) * asinhl(x) + atanhl(x) / acoshl(2 + x);
}

static double slope(double x)
{
    double s = sqrt(1 - x * x), c = acosh(2 + x);
    return (acos(x) - asin(x)) / s + asinh(x) / (1 + x * x) + atan(x) / sqrt(1 + x * x) +
           1 / (1 - x * x) / c - atanh(x) / (c * c * sqrt((1 + x) * (3 + x)));
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 0.3, slope(0.3));
    ORACLE_FLOAT_IS(g, 0.25f, slope(0.25));
    ORACLE_LONG_IS(h, 0.25L, slope(0.25));
    return oracle_result();
}
