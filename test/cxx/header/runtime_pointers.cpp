// Functions known at run time only: pointers from memory, references that travel through helpers.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <map>
#include <string>

namespace
{
using function = double (*)(double);
double square(double x)
{
    return x * x;
}
double cube(double x)
{
    return x * x * x;
}

struct Entry {
    function f;
    double (*two)(double, double);
};
double product(double x, double y)
{
    return x * y;
}
double quotient(double x, double y)
{
    return x / y;
}

__attribute__((noinline)) double by_reference(double (&f)(double), double x)
{
    return enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{x})));
}
template <typename F> __attribute__((noinline)) double slope(F &&f, double x)
{
    return enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(f, enzyme::Duplicated{x, 1.0}));
}
} // namespace

int main(int argc, char **)
{
    using namespace enzyme;
    const std::map<std::string, Entry> table{{"a", {square, product}}, {"b", {cube, quotient}}};
    const char *names[] = {"b", "a", "b"};
    const Entry &e = table.at(names[argc]);
    CHECK(slope(e.f, 2.0), 4.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(table.at("b").f, Active{2.0}))), 12.0);
    auto [g, v] = autodiff<ReverseWithPrimal>(e.two, Active{2.0}, Active{3.0});
    CHECK(v, 6.0);
    CHECK(get<0>(g) + 10 * get<1>(g), 23.0);
    CHECK(slope(square, 3.0), 6.0);
    CHECK(slope(&cube, 3.0), 27.0);
    CHECK(slope(*table.at("b").f, 3.0), 27.0);
    CHECK(by_reference(square, 3.0), 6.0);
    CHECK(by_reference(*e.f, 3.0), 6.0);
    return oracle_result();
}
