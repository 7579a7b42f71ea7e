#include <array>
#include <cstdio>
#include <enzcc/derivatives.hpp>
#include <enzyme/enzyme>

static double f(double x, double y)
{
    return x * x * y;
}

int main()
{
    /* clad::differentiate(f, "x").execute(3, 5) */
    auto [slope] =
        enzyme::autodiff<enzyme::Forward>(f, enzyme::Duplicated{3.0, 1.0}, enzyme::Const{5.0});
    std::printf("%g\n", slope);

    /* clad::gradient(f).execute(3, 5, &dx, &dy) */
    auto [gradient] =
        enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active{3.0}, enzyme::Active{5.0});
    std::printf("%g %g\n", enzyme::get<0>(gradient), enzyme::get<1>(gradient));

    /* clad::hessian(f).execute(3, 5, h) */
    auto of_array = [](const double *x) { return f(x[0], x[1]); };
    const std::array<double, 2> x{3, 5};
    std::array<double, 2> g;
    std::array<double, 4> h;
    enzcc::hessian(of_array, x, g, h);
    std::printf("%g %g\n%g %g\n", h[0], h[1], h[2], h[3]);
}
