// Reverse and ReverseWithPrimal of functions of numbers: every gradient at its argument's index.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
double f(double x, int n, double y, double z)
{
    double r = 1;
    for (int i = 0; i < n; i++)
        r *= x;
    return r * y + std::sin(z);
}
} // namespace

int main()
{
    using namespace enzyme;
    auto all = autodiff<Reverse>(f, Active<double>{3.0}, Const<int>{2}, Active<double>{5.0},
                                 Active<double>{0.5});
    CHECK(get<0>(get<0>(all)), 30.0);
    static_assert(std::is_same_v<decltype(all), tuple<tuple<double, nodiff, double, double>>>);
    CHECK(get<2>(get<0>(all)), 9.0);
    CHECK(get<3>(get<0>(all)), std::cos(0.5));

    auto some = autodiff<Reverse>(f, Const<double>{3.0}, Const<int>{2}, Const<double>{5.0},
                                  Active<double>{0.5});
    static_assert(std::is_same_v<decltype(some), tuple<tuple<nodiff, nodiff, nodiff, double>>>);
    CHECK(get<3>(get<0>(some)), std::cos(0.5));

    auto with = autodiff<ReverseWithPrimal>(f, Const<double>{3.0}, Const<int>{2},
                                            Active<double>{5.0}, Const<double>{0.5});
    static_assert(
        std::is_same_v<decltype(with), tuple<tuple<nodiff, nodiff, double, nodiff>, double>>);
    CHECK(get<2>(get<0>(with)), 9.0);
    CHECK(get<1>(with), 45 + std::sin(0.5));

    auto none = autodiff<ReverseWithPrimal>(f, Const{3.0}, Const{2}, Const{5.0}, Const{0.5});
    CHECK(get<1>(none), 45 + std::sin(0.5));
    return oracle_result();
}
