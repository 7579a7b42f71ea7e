// Pointers to functions: constants, from a table, chosen at run time, as parameters of a helper.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>

namespace
{
double square(double x)
{
    return x * x;
}
double cube(double x) noexcept
{
    return x * x * x;
}
double power(double x, int n)
{
    return std::pow(x, n);
}

using function = double (*)(double);

double derivative_of(function f, double x)
{
    return enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{x})));
}

__attribute__((noinline)) double chosen(bool which, double x)
{
    function f = which ? square : static_cast<function>(cube);
    return enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(f, enzyme::Duplicated{x, 1.0}));
}
} // namespace

int main()
{
    using namespace enzyme;
    constexpr function table[] = {square, cube};
    CHECK(get<0>(get<0>(autodiff<Reverse>(&square, Active{3.0}))), 6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(cube, Active{3.0}))), 27.0);
    CHECK(get<0>(autodiff<Forward>(table[1], Duplicated{3.0, 1.0})), 27.0);
    CHECK(derivative_of(square, 3.0), 6.0);
    CHECK(derivative_of(table[1], 3.0), 27.0);
    CHECK(chosen(true, 3.0), 6.0);
    CHECK(chosen(false, 3.0), 27.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(power, Active{3.0}, Const{3}))), 27.0);
    double (&reference)(double) = square;
    CHECK(get<0>(get<0>(autodiff<Reverse>(reference, Active{3.0}))), 6.0);
    return oracle_result();
}
