// Mathematical special functions, hypot of three numbers, lerp, clamp.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <random>

namespace
{
double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 2 < n; i++) {
        s += std::hypot(x[i], x[i + 1], x[i + 2]) * std::lerp(x[i], x[i + 1], 0.3);
        s += std::tgamma(x[i] + 1) + std::lgamma(x[i] + 2) + std::erf(x[i]) + std::cbrt(x[i]) +
             std::fma(x[i], x[i + 1], x[i + 2]);
        s += std::clamp(x[i], 0.1, 0.8) + std::remainder(x[i], 0.3) +
             std::expm1(x[i]) * std::log1p(x[i]) + std::exp2(x[i]);
    }
    return s;
}

// Random numbers are constants.
double sampled(const double *x, int n)
{
    std::mt19937_64 engine(42);
    std::normal_distribution<double> normal(0.5, 2);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::uniform_int_distribution<int> pick(0, n - 1);
    double s = 0;
    for (int i = 0; i < 8; i++)
        s += x[pick(engine)] * normal(engine) + x[0] * x[i % n] * uniform(engine);
    return s;
}

// Reparametrised: the distribution's parameters are active.
double reparametrised(const double *x, int)
{
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> d(x[0], x[1]);
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += d(engine) * d(engine);
    return s;
}
} // namespace

int main()
{
    double x[5] = {0.5, 0.9, 0.7, 0.4, 0.25};
    ORACLE_GRADIENT(f, x, 5);
    ORACLE_GRADIENT(sampled, x, 5);
    ORACLE_GRADIENT(reparametrised, x, 5);
    return oracle_result();
}
