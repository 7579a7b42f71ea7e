// Types without linkage as arguments and results: local classes, lambdas handed to the function.
#include "oracle.h"
#include <enzyme/enzyme>

namespace
{
struct Point {
    double x, y;
};
Point shifted(Point p, double by)
{
    return {p.x + by, p.y * by};
}
template <typename F> double applied(F f, double x)
{
    return f(x) * x;
}
} // namespace

int main()
{
    using namespace enzyme;
    struct Local {
        double weight;
        float scale;
    };
    auto f = [](Local l, double x) { return l.weight * x * static_cast<double>(l.scale); };
    auto [g, v] = autodiff<ReverseWithPrimal>(f, Active<Local>{{3, 2}}, Active{5.0});
    CHECK(v, 30.0);
    CHECK(get<0>(g).weight, 10.0);
    CHECK_FLOAT(get<0>(g).scale, 15.0);
    CHECK(get<1>(g), 6.0);

    auto make = [](double x) { return Local{x * x, static_cast<float>(3 * x)}; };
    auto [l, dl] = autodiff<Forward, Duplicated<Local>>(make, Duplicated{2.0, 1.0});
    CHECK(l.weight + dl.weight, 8.0);
    CHECK_FLOAT(dl.scale, 3.0);
    auto [p, value] =
        autodiff<ReverseWithPrimal, Active<Point>>(shifted, Active<Point>{{1, 2}}, Active{5.0});
    CHECK(value.x + 100 * value.y, 1006.0);
    CHECK(get<0>(p).x, 1.0);
    CHECK(get<0>(p).y, 5.0);
    CHECK(get<1>(p), 3.0);

    double k = 4;
    auto inner = [k](double x) { return k * x; };
    CHECK(get<1>(get<0>(autodiff<Reverse>(applied<decltype(inner)>, Const{inner}, Active{3.0}))),
          24.0);
    auto by_reference = [&k](double x) { return k * x; };
    CHECK(get<1>(autodiff<Forward, Duplicated<double>>(applied<decltype(by_reference)>,
                                                       Const{by_reference}, Duplicated{3.0, 1.0})),
          24.0);
    return oracle_result();
}
