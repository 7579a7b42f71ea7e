// noexcept functions, and the noexcept operator, beside functions that throw.
#include "oracle.h"
#include <cmath>

static double safe(double v) noexcept
{
    try {
        if (v > 1)
            throw 1;
        return v;
    } catch (int) {
        return std::sqrt(v);
    }
}

static double risky(double v)
{
    if (v > 100)
        throw v;
    return v * v;
}

static double f(const double *x, int n)
{
    static_assert(noexcept(safe(1.0)) && !noexcept(risky(1.0)), "declared so");
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += safe(risky(x[i])) * x[0];
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
