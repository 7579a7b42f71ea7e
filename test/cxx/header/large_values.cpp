// Objects by value that C passes in memory: Active, Const and, in forward mode, Duplicated.
#include "oracle.h"
#include <array>
#include <enzyme/enzyme>

namespace
{
using vector3 = std::array<double, 3>;
struct Large {
    double a[4];
    int n;
    float f;
};

double product(vector3 v, double by)
{
    v[0] *= by;
    return v[0] * v[1] * v[2];
}
double large(Large l)
{
    return l.a[0] * l.a[l.n] * static_cast<double>(l.f);
}
vector3 cross(vector3 a, double s)
{
    return {a[1] * s, a[2] * a[0], s * s};
}
} // namespace

int main()
{
    using namespace enzyme;
    vector3 v{2, 3, 5};
    auto [g] = autodiff<Reverse>(product, Active{v}, Active{7.0});
    CHECK_ARRAY(get<0>(g).data(), ORACLE_LIST(105, 70, 42), 3);
    CHECK(get<1>(g), 30.0);
    CHECK(v[0], 2.0);
    auto [by] = autodiff<Reverse>(product, Const{v}, Active{7.0});
    CHECK(get<1>(by), 30.0);
    CHECK(get<0>(autodiff<Forward>(product, Duplicated{v, vector3{1, 0, 1}}, Const{7.0})), 147.0);
    auto lambda = [](vector3 w) { return w[0] * w[1]; };
    CHECK(get<0>(get<0>(autodiff<Reverse>(lambda, Active{v})))[1], 2.0);

    const Large l{{1, 2, 3, 4}, 2, 0.5f};
    auto [gl] = autodiff<Reverse>(large, Active<Large>{l});
    CHECK_ARRAY(get<0>(gl).a, ORACLE_LIST(1.5, 0, 0.5, 0), 4);
    CHECK_FLOAT(get<0>(gl).f, 3.0);

    auto [c] = autodiff<Reverse, Active<vector3>>(cross, Active{v}, Active{7.0});
    CHECK_ARRAY(get<0>(c).data(), ORACLE_LIST(5, 7, 2), 3);
    CHECK(get<1>(c), 17.0);
    auto [d, value] = autodiff<ReverseWithPrimal, Active<vector3>>(cross, Const{v}, Active{7.0});
    CHECK(get<1>(d), 17.0);
    CHECK_ARRAY(value.data(), ORACLE_LIST(21, 10, 49), 3);
    return oracle_result();
}
