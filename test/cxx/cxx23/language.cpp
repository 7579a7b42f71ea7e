// C++20 and later in the language: concepts, consteval, designated initialisers, <=>, templated
// lambdas, using enum.
#include "oracle.h"
#include <array>
#include <cmath>
#include <compare>
#include <concepts>
#include <numbers>
#include <type_traits>

namespace
{
template <typename T>
concept number = std::floating_point<T>;
template <typename T>
concept model = requires(const T &m, double x) {
    { m(x) } -> std::convertible_to<double>;
};

consteval std::array<double, 5> weights()
{
    std::array<double, 5> w{};
    for (int i = 0; i < 5; i++)
        w[static_cast<unsigned>(i)] = 1.0 / (1 + i);
    return w;
}

constexpr double power(double x, int n)
{
    if (std::is_constant_evaluated())
        return n ? x * power(x, n - 1) : 1;
    return std::pow(x, n);
}

struct options {
    double scale = 1, shift = 0;
    bool squared = false;
};

struct version {
    double major, minor;
    auto operator<=>(const version &) const = default;
};

enum class kind { linear, cubic };

struct polynomial {
    kind k;
    double operator()(double x) const
    {
        using enum kind;
        switch (k) {
        case linear: return 2 * x;
        case cubic: return x * x * x;
        }
        return 0;
    }
};

double apply(const model auto &m, number auto x, options o)
{
    double y = m(x * o.scale + o.shift);
    return o.squared ? y * y : y;
}

double f(const double *x, int n)
{
    static constexpr auto w = weights();
    double s = 0;
    auto sum = [&]<typename... T>(T... parts) { return (parts + ... + x[0]); };
    for (int i = 0; i < n; i++) {
        s += w[static_cast<unsigned>(i % 5)] * apply(polynomial{i % 2 ? kind::cubic : kind::linear},
                                                     x[i], {.scale = x[0], .squared = i == 2});
        version a{x[i], x[0]}, b{.major = x[1], .minor = x[i]};
        auto order = a <=> b;
        if (order < 0)
            s += a.major * b.minor;
        else if (order > 0)
            s -= std::lerp(a.minor, b.major, x[2]);
    }
    constexpr double c = power(2, 3);
    return s * c + sum(x[1] * x[2], x[2]) + power(x[1], 3) * std::numbers::pi;
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, -0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
