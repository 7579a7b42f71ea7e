// Functions of the library as they are, instances of templates, overloads chosen by a cast.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
template <typename T, int n> T power(T x)
{
    if constexpr (n == 0)
        return 1;
    else
        return x * power<T, n - 1>(x);
}
double scaled(double x)
{
    return 2 * x;
}
double scaled(double x, double by)
{
    return x * by;
}
} // namespace

int main()
{
    using namespace enzyme;
    CHECK(get<0>(get<0>(autodiff<Reverse>(static_cast<double (*)(double)>(std::sin), Active{0.3}))),
          std::cos(0.3));
    CHECK(get<0>(autodiff<Forward>(static_cast<double (*)(double)>(::exp), Duplicated{0.3, 2.0})),
          2 * std::exp(0.3));
    auto [p] =
        autodiff<Reverse>(static_cast<double (*)(double, double)>(::pow), Active{2.0}, Active{3.0});
    CHECK(get<0>(p), 12.0);
    CHECK(get<1>(p), 8 * std::log(2));
    CHECK_FLOAT(get<0>(autodiff<Forward>(::sqrtf, Duplicated{4.0f, 1.0f})), 0.25);
    CHECK(get<0>(get<0>(autodiff<Reverse>(power<double, 3>, Active{2.0}))), 12.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(static_cast<double (*)(double, double)>(scaled),
                                          Active{3.0}, Const{5.0}))),
          5.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(static_cast<double (*)(double)>(scaled), Active{3.0}))),
          2.0);
    return oracle_result();
}
