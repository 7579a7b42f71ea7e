// <cmath> overloads for double and float: hypot of three, fma, cbrt, erf, lerp-like.
#include "oracle.h"
#include <cmath>

namespace
{
double f(const double *x, int n)
{
    double s = std::hypot(x[0], x[1], x[2]) * std::fma(x[0], x[1], x[2]);
    s += std::cbrt(x[0] * x[0] + 1) * std::erf(x[1]) + std::tgamma(x[2] + 3);
    s += std::abs(x[0]) * std::fabs(x[1]) + std::pow(std::abs(x[2]), 2.5) + std::pow(x[0], 3);
    s += std::fmin(x[0], x[1]) * std::fdim(x[2], x[0]) + std::copysign(x[0], x[1]);
    return s + std::trunc(x[0]) * x[1] + std::fmod(x[2] * 7, 1.5);
}
} // namespace

int main()
{
    double x[3] = {0.7, -0.4, 0.9};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
