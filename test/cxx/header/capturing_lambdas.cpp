// Lambdas that capture by value and by reference, generic and mutable ones, in both modes.
#include "oracle.h"
#include <enzyme/enzyme>

int main()
{
    using namespace enzyme;
    double a = 2, b = 3;
    auto by_value = [a, b](double x) { return a * x * x + b; };
    auto by_reference = [&](double x, double y) { return a * x * y + b * y; };
    auto generic = [&](auto x, auto n) { return x * x * n + a; };
    int calls = 0;
    auto counting = [calls](double x) mutable {
        calls++;
        return calls * x * x;
    };

    CHECK(get<0>(get<0>(autodiff<Reverse>(by_value, Active<double>{5.0}))), 20.0);
    auto [g, v] =
        autodiff<ReverseWithPrimal>(by_reference, Active<double>{5.0}, Active<double>{7.0});
    CHECK(v, 91.0);
    CHECK(get<0>(g), 14.0);
    CHECK(get<1>(g), 13.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(generic, Active{5.0}, Const{3}))), 30.0);
    CHECK(get<0>(autodiff<Forward>(by_value, Duplicated{5.0, 2.0})), 40.0);
    CHECK(get<0>(autodiff<Forward>([](double x) { return x * x; }, Duplicated{5.0, 2.0})), 20.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(counting, Active{3.0}))), 6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(counting, Active{3.0}))), 12.0);

    double total = 0;
    auto adding = [&total](double x) { total += x * x; };
    autodiff<Reverse>(adding, Active{3.0});
    CHECK(total, 9.0);
    return oracle_result();
}
