// Forward mode of functions that return objects: the result and its tangent are two complete
// objects.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>

namespace
{
struct Small {
    double a;
};
struct Pair {
    double a, b;
};
struct Big {
    double a[5];
    int n;
};

Small small(double x)
{
    return {x * x};
}
Pair pair(double x)
{
    return {x, x * x};
}
Big big(double x)
{
    return {{x, x * x, std::sin(x), 1, x}, 3};
}
std::vector<double> powers(double x, int n)
{
    std::vector<double> r;
    for (int i = 0; i < n; i++)
        r.push_back(std::pow(x, i));
    return r;
}
/* Points into itself: copying its bytes does not make another one. */
struct Cursor {
    double values[2];
    double *at;
    Cursor(double a, double b) : values{a, b}, at(values + 1)
    {
    }
    Cursor(const Cursor &other)
        : values{other.values[0], other.values[1]}, at(values + (other.at - other.values))
    {
    }
    ~Cursor()
    {
        at = nullptr;
    }
};
Cursor cursor(double x)
{
    return Cursor(x, x * x);
}
} // namespace

int main()
{
    using namespace enzyme;
    auto [s, ds] = autodiff<Forward, Duplicated<Small>>(small, Duplicated{3.0, 1.0});
    CHECK(s.a, 9.0);
    CHECK(ds.a, 6.0);
    auto [p, dp] = autodiff<Forward, Duplicated<Pair>>(pair, Duplicated{3.0, 1.0});
    CHECK(p.b, 9.0);
    CHECK(dp.a, 1.0);
    CHECK(dp.b, 6.0);
    auto [b, db] = autodiff<Forward, Duplicated<Big>>(big, Duplicated{3.0, 1.0});
    CHECK(b.a[1], 9.0);
    CHECK_THAT(b.n == 3);
    CHECK(db.a[1], 6.0);
    CHECK(db.a[2], std::cos(3.0));
    CHECK(db.a[3], 0.0);
    CHECK(get<0>(autodiff<Forward, DuplicatedNoNeed<Big>>(big, Duplicated{3.0, 1.0})).a[4], 1.0);

    auto v =
        autodiff<Forward, Duplicated<std::vector<double>>>(powers, Duplicated{2.0, 1.0}, Const{4});
    CHECK_ARRAY(get<0>(v).data(), ORACLE_LIST(1, 2, 4, 8), 4);
    CHECK_ARRAY(get<1>(v).data(), ORACLE_LIST(0, 1, 4, 12), 4);
    get<0>(v).push_back(1);
    get<1>(v).clear();
    auto [tangent] = autodiff<Forward, DuplicatedNoNeed<std::vector<double>>>(
        powers, Duplicated{2.0, 1.0}, Const{3});
    CHECK(tangent[2], 4.0);
    auto [only] =
        autodiff<Forward, Const<std::vector<double>>>(powers, Duplicated{2.0, 1.0}, Const{3});
    CHECK(only[2], 4.0);

    auto [c, dc] = autodiff<Forward, Duplicated<Cursor>>(cursor, Duplicated{2.0, 1.0});
    CHECK(*c.at, 4.0);
    CHECK(*dc.at, 4.0);
    CHECK_THAT(c.at == c.values + 1 && dc.at == dc.values + 1);
    return oracle_result();
}
