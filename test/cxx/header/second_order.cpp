// Second derivatives: forward over reverse and forward over forward, each through the header.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
double f(double x, double y)
{
    return std::sin(x) * y * y;
}

double df_dx(double x, double y)
{
    return enzyme::get<0>(
        enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{x}, enzyme::Const{y})));
}
double along(double x, double y, double u, double v)
{
    return enzyme::get<0>(
        enzyme::autodiff<enzyme::Forward>(f, enzyme::Duplicated{x, u}, enzyme::Duplicated{y, v}));
}
} // namespace

int main()
{
    using namespace enzyme;
    const double x = 0.4, y = 3;
    CHECK(get<0>(autodiff<Forward>(df_dx, Duplicated{x, 1.0}, Const{y})), -std::sin(x) * y * y);
    CHECK(get<0>(autodiff<Forward>(df_dx, Const{x}, Duplicated{y, 1.0})), 2 * y * std::cos(x));
    auto [g] = autodiff<Reverse>(df_dx, Active{x}, Active{y});
    CHECK(get<0>(g), -std::sin(x) * y * y);
    CHECK(get<1>(g), 2 * y * std::cos(x));
    auto [h] =
        autodiff<Forward>(along, Duplicated{x, 0.0}, Duplicated{y, 1.0}, Const{0.0}, Const{1.0});
    CHECK(h, 2 * std::sin(x));
    return oracle_result();
}
