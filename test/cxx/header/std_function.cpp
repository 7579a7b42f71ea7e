// std::function, std::bind-like closures and lambdas that hold lambdas as callables.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <functional>

int main()
{
    using namespace enzyme;
    double k = 3;
    std::function<double(double)> f = [&k](double x) { return k * x * x; };
    CHECK(get<0>(get<0>(autodiff<Reverse>(f, Active{2.0}))), 12.0);
    f = [](double x) { return std::exp(x); };
    CHECK(get<0>(autodiff<Forward>(f, Duplicated{0.5, 1.0})), std::exp(0.5));

    auto square = [](auto x) { return x * x; };
    auto compose = [](auto outer, auto inner) { return [=](double x) { return outer(inner(x)); }; };
    auto fourth = compose(square, square);
    CHECK(get<0>(get<0>(autodiff<Reverse>(fourth, Active{2.0}))), 32.0);
    auto nested = compose(fourth, [k](double x) { return k + x; });
    auto [value, tangent] = autodiff<Forward, Duplicated<double>>(nested, Duplicated{-1.0, 1.0});
    CHECK(value, 16.0);
    CHECK(tangent, 32.0);
    return oracle_result();
}
