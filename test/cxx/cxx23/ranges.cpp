// Views and algorithms of ranges: filter, transform, take, drop, reverse, iota, join, zip by hand;
// projections.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <ranges>
#include <span>
#include <vector>

namespace
{
struct particle {
    double mass, speed;
};

double f(const double *x, int n)
{
    namespace rv = std::views;
    std::span<const double> in(x, static_cast<std::size_t>(n));
    double s = 0;
    for (double v : in | rv::filter([](double v) { return v > -0.5; }) |
                        rv::transform([x](double v) { return v * v * x[0]; }))
        s += std::sin(v);
    for (int i : rv::iota(0, n) | rv::reverse | rv::take(3))
        s += x[i] * i * x[1];
    std::vector<double> sorted(in.begin(), in.end());
    std::ranges::sort(sorted, std::greater<>{}, [](double v) { return v * v; });
    for (int k = 1;
         double v : sorted | rv::drop(1) | rv::take_while([](double v) { return v * v > 0.1; }))
        s += v * x[2] / k++;
    std::vector<particle> all;
    for (double v : in)
        all.push_back({v, v * v});
    auto fastest = std::ranges::max_element(all, {}, &particle::speed);
    s += fastest->mass * fastest->speed;
    std::vector<std::vector<double>> rows{{x[0], x[1]}, {}, {x[2] * x[0]}};
    for (double v : rows | rv::join)
        s *= 1 + v * 0.1;
    std::ranges::transform(all, sorted.begin(), [](const particle &p) { return p.mass * p.speed; });
    std::ranges::for_each(sorted, [&](double v) { s += v; });
    return s + std::ranges::count_if(in, [](double v) { return v > 0; });
}
} // namespace

int main()
{
    double x[6] = {0.5, 1.5, -1, 2, -0.25, 0.75};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
