// Clocks inside differentiated code measure and do not matter.
#include "oracle.h"
#include <chrono>
#include <cmath>

namespace
{
double f(const double *x, int n)
{
    using Clock = std::chrono::steady_clock;
    auto begin = Clock::now();
    double s = 0;
    for (int i = 0; i < n; i++)
        s += std::exp(x[i]) * x[0];
    auto took = std::chrono::duration<double>(Clock::now() - begin);
    return took.count() < 0 ? -1 : s;
}
} // namespace

int main()
{
    double x[4];
    oracle_random(x, 4, 4);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
