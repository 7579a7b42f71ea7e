// optional numbers and structs: has_value, value_or, emplace, reset, copies.
#include "oracle.h"
#include <cmath>
#include <optional>
#include <vector>

namespace
{
std::optional<double> root(double v)
{
    if (v < 0)
        return std::nullopt;
    return std::sqrt(v);
}

double f(const double *x, int n)
{
    std::vector<std::optional<double>> roots;
    for (int i = 0; i < n; i++)
        roots.push_back(root(x[i]));
    double s = 0;
    for (auto &r : roots)
        s += r.value_or(x[0]) * (r ? *r : 2);
    std::optional<std::vector<double>> v;
    v.emplace(3, x[1]);
    auto copy = v;
    v.reset();
    return s * (*copy)[2] + (v ? 1 : 0);
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, -0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
