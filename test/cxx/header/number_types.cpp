// float, long double and half precision: as Active, as tangents, as results.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
float f(float x, float y)
{
    return std::sqrt(x) * y;
}
long double l(long double x, int n)
{
    return x * x * static_cast<long double>(n);
}
_Float16 h(_Float16 x)
{
    return x * x;
}
double both(float x, double y)
{
    return static_cast<double>(x) * y;
}
} // namespace

int main()
{
    using namespace enzyme;
    auto [g, v] = autodiff<ReverseWithPrimal>(f, Active{4.0f}, Active{3.0f});
    static_assert(std::is_same_v<decltype(v), float>);
    CHECK_FLOAT(v, 6.0);
    CHECK_FLOAT(get<0>(g), 0.75);
    CHECK_FLOAT(get<1>(g), 2.0);
    auto [gl, vl] = autodiff<ReverseWithPrimal>(l, Active{3.0L}, Const{2});
    CHECK(get<0>(gl), 12.0L);
    CHECK(vl, 18.0L);
    CHECK(get<0>(autodiff<Forward>(l, Duplicated{3.0L, 1.0L}, Const{2})), 12.0L);
    CHECK(static_cast<double>(
              get<0>(get<0>(autodiff<Reverse>(h, Active<_Float16>{static_cast<_Float16>(3)})))),
          6.0);
    auto [ph, dh] = autodiff<Forward, Duplicated<_Float16>>(
        h, Duplicated<_Float16>{static_cast<_Float16>(3), static_cast<_Float16>(1)});
    CHECK(static_cast<double>(ph) + 100 * static_cast<double>(dh), 609.0);
    auto [mixed] = autodiff<Reverse>(both, Active{2.0f}, Active{5.0});
    CHECK_FLOAT(get<0>(mixed), 5.0);
    CHECK(get<1>(mixed), 2.0);
    return oracle_result();
}
