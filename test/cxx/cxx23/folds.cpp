// The numeric algorithms with functions of the program's own.
#include "oracle.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>
#include <vector>
static double f(const double *x, int n)
{
    std::vector<double> v(x, x + n), w(n), u(n);
    std::partial_sum(v.begin(), v.end(), w.begin(),
                     [](double a, double b) { return a * 0.5 + b * b; });
    std::adjacent_difference(w.begin(), w.end(), u.begin(), std::multiplies<>{});
    std::exclusive_scan(u.begin(), u.end(), w.begin(), x[0]);
    std::transform_inclusive_scan(
        w.begin(), w.end(), w.begin(), std::plus<>{}, [](double e) { return std::sin(e); }, x[1]);
    double a = std::transform_reduce(v.begin(), v.end(), w.begin(), 0.0);
    double b = std::inner_product(
        v.begin(), v.end(), u.begin(), 1.0, [](double p, double q) { return p + q * p; },
        std::minus<>{});
    double c =
        std::reduce(u.begin(), u.end(), x[2], [](double p, double q) { return std::hypot(p, q); });
    auto [s, t] = std::accumulate(v.begin(), v.end(), std::tuple<double, double>{0, 1},
                                  [](auto acc, double e) {
                                      auto [p, q] = acc;
                                      return std::tuple{p + e * q, q * std::cos(e)};
                                  });
    return a + b * c + s * t;
}
static double g(const double *x, int n)
{
    std::vector<std::array<double, 3>> pts;
    for (int i = 0; i + 2 < n; i++)
        pts.push_back({x[i], x[i + 1] * x[i], x[i + 2]});
    std::stable_sort(pts.begin(), pts.end(), [](auto &a, auto &b) { return a[1] < b[1]; });
    auto it = std::partition(pts.begin(), pts.end(), [](auto &a) { return a[0] > 0; });
    std::rotate(pts.begin(), pts.begin() + 1, pts.end());
    double s = static_cast<double>(it - pts.begin());
    double lerp = std::midpoint(x[0], x[1]) * std::clamp(x[2], -0.1, 0.1);
    for (auto &p : pts)
        s = s * p[0] + p[1] * p[2];
    std::nth_element(pts.begin(), pts.begin() + 2, pts.end());
    return s + pts[2][0] * pts[2][1] + lerp;
}
int main()
{
    double x[8];
    oracle_random(x, 8, 5);
    ORACLE_GRADIENT(f, x, 8);
    ORACLE_GRADIENT(g, x, 8);
    return oracle_result();
}
