// Forward mode with each activity of the result.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
double f(double x, double y)
{
    return std::exp(x) * y;
}
} // namespace

int main()
{
    using namespace enzyme;
    const double e = std::exp(0.3);
    auto tangent =
        autodiff<Forward>(f, Duplicated<double>{0.3, 1.0}, Duplicated<double>{2.0, 10.0});
    static_assert(std::is_same_v<decltype(tangent), tuple<double>>);
    CHECK(get<0>(tangent), 2 * e + 10 * e);

    auto both =
        autodiff<Forward, Duplicated<double>>(f, Duplicated<double>{0.3, 1.0}, Const<double>{2.0});
    static_assert(std::is_same_v<decltype(both), tuple<double, double>>);
    CHECK(get<0>(both), 2 * e);
    CHECK(get<1>(both), 2 * e);

    auto no_need = autodiff<Forward, DuplicatedNoNeed<double>>(f, Const<double>{0.3},
                                                               Duplicated<double>{2.0, 1.0});
    CHECK(get<0>(no_need), e);

    auto primal =
        autodiff<Forward, Const<double>>(f, Duplicated<double>{0.3, 1.0}, Const<double>{2.0});
    CHECK(get<0>(primal), 2 * e);

    auto nothing = autodiff<Forward>(f, Const<double>{0.3}, Const<double>{2.0});
    CHECK(get<0>(nothing), 0.0);
    return oracle_result();
}
