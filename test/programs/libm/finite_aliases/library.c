#include <math.h>

double __exp_finite(double x)
{
    return exp(x);
}
float __sqrtf_finite(float x)
{
    return sqrtf(x);
}
double __pow_finite(double x, double y)
{
    return pow(x, y);
}
double sinpi(double x)
{
    return sin(acos(-1) * x);
}
double cospi(double x)
{
    return cos(acos(-1) * x);
}
double exp10m1(double x)
{
    return expm1(log(10) * x);
}
double log2p1(double x)
{
    return log1p(x) / log(2);
}
double rsqrt(double x)
{
    return 1 / sqrt(x);
}
double compoundn(double x, long long n)
{
    double r = 1;
    for (; n > 0; n--)
        r *= 1 + x;
    return r;
}
