#include <array>
#include <cmath>
#include <cstdio>
#include <enzcc/derivatives.hpp>

/* A template over the type of numbers still serves: it is used with double. */
template <typename Real> static void polar(const Real *x, Real *y)
{
    y[0] = std::sqrt(x[0] * x[0] + x[1] * x[1]);
    y[1] = std::atan2(x[1], x[0]);
}

int main()
{
    const std::array<double, 2> x{3, 4};
    std::array<double, 2> y;

    /* registerInput(x), registerOutput(y), y.setGradient(w), evaluate(), x.getGradient() */
    std::array<double, 2> w{1, 0}, x_gradient;
    enzcc::vjp(enzcc::fn<polar<double>>, x, y, w, x_gradient);
    std::printf("%g: %g %g\n", y[0], x_gradient[0], x_gradient[1]);

    /* RealForward: x.setGradient(v), y.getGradient() */
    const std::array<double, 2> v{1, 0};
    std::array<double, 2> y_gradient;
    enzcc::jvp(enzcc::fn<polar<double>>, x, v, y, y_gradient);
    std::printf("%g %g\n", y_gradient[0], y_gradient[1]);

    /* RealReverseVec<2>: all rows at once */
    std::array<double, 4> j;
    enzcc::jacobian<enzcc::by::rows, 2>(enzcc::fn<polar<double>>, x, y, j);
    std::printf("%g %g\n%g %g\n", j[0], j[1], j[2], j[3]);
}
