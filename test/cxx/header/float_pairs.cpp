// Pairs of floats, complex numbers and other small structs as Active arguments and results.
#include "oracle.h"
#include <complex>
#include <enzyme/enzyme>
#include <utility>

namespace
{
using floats = std::pair<float, float>;
struct Three {
    float x, y, z;
};
struct Mixed {
    double weight;
    float x, y;
};

float product(floats p, float by)
{
    return p.first * p.first * p.second * by;
}
floats turned(floats p)
{
    return {p.second * p.second, 3 * p.first};
}
float length2(Three t)
{
    return t.x * t.x + t.y * t.y + t.z * t.z;
}
double weighted(Mixed m)
{
    return m.weight * static_cast<double>(m.x * m.y);
}
double norm2(std::complex<double> z)
{
    return std::norm(z * z);
}
} // namespace

int main()
{
    using namespace enzyme;
    auto [g, v] = autodiff<ReverseWithPrimal>(product, Active<floats>{{2, 3}}, Active{5.0f});
    CHECK_FLOAT(v, 60.0);
    CHECK_FLOAT(get<0>(g).first, 60.0);
    CHECK_FLOAT(get<0>(g).second, 20.0);
    CHECK_FLOAT(get<1>(g), 12.0);

    auto [seeded] = autodiff<Reverse, Active<floats>>(turned, Active<floats>{{2, 3}});
    CHECK_FLOAT(get<0>(seeded).first, 3.0);
    CHECK_FLOAT(get<0>(seeded).second, 6.0);
    auto [t, dt] =
        autodiff<Forward, Duplicated<floats>>(turned, Duplicated<floats>{{2, 3}, {1, 10}});
    CHECK_FLOAT(t.first, 9.0);
    CHECK_FLOAT(t.second, 6.0);
    CHECK_FLOAT(dt.first, 60.0);
    CHECK_FLOAT(dt.second, 3.0);

    auto [three] = autodiff<Reverse>(length2, Active<Three>{{1, 2, 3}});
    CHECK_FLOAT(get<0>(three).x + 10 * get<0>(three).y + 100 * get<0>(three).z, 642.0);
    auto [mixed] = autodiff<Reverse>(weighted, Active<Mixed>{{2, 3, 5}});
    CHECK(get<0>(mixed).weight, 15.0);
    CHECK_FLOAT(get<0>(mixed).x, 10.0);
    CHECK_FLOAT(get<0>(mixed).y, 6.0);

    auto [z] = autodiff<Reverse>(norm2, Active<std::complex<double>>{{1, 2}}); /* |z|^4 */
    CHECK(get<0>(z).real(), 4 * 5 * 1.0);
    CHECK(get<0>(z).imag(), 4 * 5 * 2.0);
    CHECK(get<0>(autodiff<Forward>(norm2, Duplicated<std::complex<double>>{{1, 2}, {0, 1}})), 40.0);
    return oracle_result();
}
