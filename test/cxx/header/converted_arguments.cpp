// Arguments that the function takes after a conversion: values for references, int for size_t,
// derived classes.
#include "oracle.h"
#include <cstddef>
#include <enzyme/enzyme>
#include <vector>

namespace
{
struct Base {
    double a;
};
struct Other {
    double b;
};
struct Derived : Other, Base {
};

double power(const double &x, std::size_t n)
{
    double r = 1;
    for (std::size_t i = 0; i < n; i++)
        r *= x;
    return r;
}
double of_base(const Base &b)
{
    return b.a * b.a;
}
double widened(double x)
{
    return x * x;
}
double any(const void *data, double x)
{
    return *static_cast<const int *>(data) * x;
}
double total(const std::vector<double> &v, double by)
{
    double sum = 0;
    for (double x : v)
        sum += x * by;
    return sum;
}
double moved(std::vector<double> &&v)
{
    return v[0] * v[1];
}
} // namespace

int main()
{
    using namespace enzyme;
    CHECK(get<0>(get<0>(autodiff<Reverse>(power, Active{3.0}, Const<std::size_t>{2}))), 6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(power, Active{3.0}, Const{2}))), 6.0);
    CHECK(get<0>(autodiff<Forward>(power, Duplicated{3.0, 1.0}, Const<std::size_t>{2})), 6.0);

    Derived d, dd;
    d.b = 1, d.a = 3;
    dd.a = dd.b = 0;
    autodiff<Reverse>(of_base, Duplicated<Derived &>{d, dd});
    CHECK(dd.a, 6.0);
    CHECK(dd.b, 0.0);

    CHECK_FLOAT(get<0>(get<0>(autodiff<Reverse>(widened, Active{3.0f}))), 6.0);
    int seven = 7;
    CHECK(get<1>(get<0>(autodiff<Reverse>(any, Const{&seven}, Active{3.0}))), 7.0);
    CHECK(
        get<1>(get<0>(autodiff<Reverse>(total, Const{std::vector<double>{1, 2, 3}}, Active{2.0}))),
        6.0);
    CHECK(get<0>(autodiff<Forward>(
              total, Duplicated{std::vector<double>{1, 2, 3}, std::vector<double>{1, 0, 1}},
              Const{2.0})),
          4.0);
    CHECK(get<0>(autodiff<Forward>(
              moved, Duplicated{std::vector<double>{2, 3}, std::vector<double>{1, 0}})),
          3.0);
    return oracle_result();
}
