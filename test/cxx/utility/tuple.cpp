// Tuples and pairs: structured bindings, tie, apply, get by type, tuple_cat.
#include "oracle.h"
#include <tuple>
#include <utility>
#include <vector>

namespace
{
std::tuple<double, int, double> split(double v, int k)
{
    return {v * v, k + 1, v * k};
}

double f(const double *x, int n)
{
    double s = 0, a, b;
    int k = 0;
    for (int i = 0; i < n; i++) {
        std::tie(a, k, b) = split(x[i], k);
        s += a * b + k;
    }
    auto [p, q, r] = split(s, 2);
    auto joined = std::tuple_cat(std::make_tuple(p, r), std::make_pair(x[0], q));
    s = std::apply([](double u, double v, double w, int m) { return u * w + v * m; }, joined);
    std::vector<std::pair<double, std::pair<int, double>>> v;
    v.emplace_back(s, std::make_pair(2, x[1]));
    v.push_back(v[0]);
    std::swap(v[0].first, v[1].second.second);
    return v[0].first * v[0].second.second +
           v[1].second.second * std::get<double>(std::make_tuple(x[0], 1));
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
