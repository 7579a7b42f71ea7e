// Wrappers as named variables, constants, with braces and parentheses, with deduced and with given
// types.
#include "oracle.h"
#include <enzyme/enzyme>
#include <memory>

namespace
{
double f(double x, const double *p, int n)
{
    return x * p[0] * n;
}
double owned(std::unique_ptr<double> p, double x)
{
    return *p * x;
}
} // namespace

int main()
{
    using namespace enzyme;
    double p[2] = {3, 4}, dp[2] = {0, 0};
    static_assert(std::is_same_v<decltype(Duplicated(p, dp)), Duplicated<double *>>);
    static_assert(std::is_same_v<decltype(Duplicated(static_cast<const double *>(p), dp)),
                                 Duplicated<const double *>>);
    static_assert(std::is_same_v<decltype(DuplicatedNoNeed(1.0, 2.0)), DuplicatedNoNeed<double>>);
    const int n = 2;
    static_assert(std::is_same_v<decltype(Const(n)), Const<int>>);

    Active<double> x(5.0);
    const Duplicated<const double *> d = {p, dp};
    auto [g] = autodiff<Reverse>(f, x, d, Const<const int>(n));
    CHECK(get<0>(g), 6.0);
    CHECK(dp[0], 10.0);
    x.value = 1;
    autodiff<Reverse>(f, x, Duplicated(p, dp), Const{n});
    CHECK(dp[0], 12.0);
    CHECK(dp[1], 0.0);
    Duplicated<double> both{2, 1};
    both.shadow = 10;
    CHECK(get<0>(autodiff<Forward>(f, both, Const{p}, Const{n})), 60.0);

    double object = 1, shadow = 0;
    Duplicated<double &> reference{object, shadow};
    CHECK_THAT(reference.value == &object && reference.shadow == &shadow);
    CHECK(get<1>(get<0>(autodiff<Reverse>(owned, Const{std::make_unique<double>(7)}, Active{2.0}))),
          7.0);
    return oracle_result();
}
