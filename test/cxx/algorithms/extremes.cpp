// min, max, clamp, minmax, min_element, max_element.
#include "oracle.h"
#include <algorithm>

namespace
{
double f(const double *x, int n)
{
    double s = std::min(x[0], x[1]) * std::max(x[2], x[3]);
    s += std::clamp(x[0] * 3, -0.5, 0.5) * x[1];
    auto ends = std::minmax(x[1], x[2]);
    s += ends.first * ends.second * ends.second;
    s *= *std::min_element(x, x + n);
    s += std::max({x[0], x[1], x[2]}) * *std::max_element(x, x + n);
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 5);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
