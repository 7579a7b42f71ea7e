/* Names of other libraries, with bodies in another unit: the finite variants of glibc and functions
 * of C23. */
#include <math.h>
#include "oracle.h"

double __exp_finite(double x);
float __sqrtf_finite(float x);
double __pow_finite(double x, double y);
double sinpi(double x);
double cospi(double x);
double exp10m1(double x);
double log2p1(double x);
double rsqrt(double x);
double compoundn(double x, long long n);

static double f(double x)
{
    return __exp_finite(x) * __pow_finite(x, 3) + (double)__sqrtf_finite((float)x);
}
static double g(double x)
{
    return sinpi(x) * cospi(2 * x) + exp10m1(0.1 * x) + log2p1(x) * rsqrt(x) + compoundn(x, 3);
}

int main(void)
{
    double x = 0.7, p = acos(-1);
    CHECK_TOL(__enzyme_autodiff((void *)f, x), exp(x) * (x * x * x + 3 * x * x) + 0.5 / sqrt(x),
              1e-6);
    CHECK_TOL(__enzyme_fwddiff((void *)f, x, 1.0), exp(x) * (x * x * x + 3 * x * x) + 0.5 / sqrt(x),
              1e-6);
    double want = p * cos(p * x) * cos(2 * p * x) - 2 * p * sin(p * x) * sin(2 * p * x) +
                  0.1 * log(10) * pow(10, 0.1 * x) + 1 / ((1 + x) * log(2) * sqrt(x)) -
                  0.5 * log2(1 + x) / (x * sqrt(x)) + 3 * (1 + x) * (1 + x);
    CHECK(__enzyme_autodiff((void *)g, x), want);
    CHECK(__enzyme_fwddiff((void *)g, x, 1.0), want);
    return oracle_result();
}
