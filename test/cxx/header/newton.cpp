// Newton's method for any callable: derivatives in a loop, inside a template.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
template <typename F> double root(F &&f, double x)
{
    for (int i = 0; i < 30; i++) {
        auto [value, slope] = enzyme::autodiff<enzyme::Forward, enzyme::Duplicated<double>>(
            f, enzyme::Duplicated{x, 1.0});
        x -= value / slope;
    }
    return x;
}

template <typename F> double minimum(const F &f, double x)
{
    return root(
        [&f](double at) {
            return enzyme::get<0>(
                enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{at})));
        },
        x);
}

double cubic(double x)
{
    return x * x * x - 8;
}
} // namespace

int main()
{
    CHECK(root(cubic, 3.0), 2.0);
    const double c = 5;
    CHECK(root([c](double x) { return x * x - c; }, 3.0), std::sqrt(5));
    CHECK(minimum([c](double x) { return x * x * x * x / 4 - c * x; }, 2.0), std::cbrt(5));
    return oracle_result();
}
