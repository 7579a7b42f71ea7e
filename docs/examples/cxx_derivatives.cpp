#include <array>
#include <cstdio>
#include <enzcc/derivatives.hpp>
#include <vector>

static double product(const double *x)
{
    return x[0] * x[0] * x[1];
}

int main()
{
    std::vector<double> x{1, 2, 3}, weights{2, 0.5, 1}, g(3), h(9);
    auto f = [&](const double *x) {
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); i++)
            sum += weights[i] * x[i] * x[i] * x[i];
        return sum;
    };
    double value = enzcc::gradient(f, x, g);
    std::printf("%g: %g %g %g\n", value, g[0], g[1], g[2]);
    enzcc::hessian(f, x, g, h);
    std::printf("diagonal %g %g %g\n", h[0], h[4], h[8]);

    // Jacobian and transposed Jacobian of two functions of three numbers
    auto pair = [&](const double *x, double *y) {
        y[0] = x[0] * x[1] * x[2];
        y[1] = x[0] + weights[0] * x[2];
    };
    std::array<double, 2> y, w{1, 10};
    std::array<double, 6> j;
    enzcc::jacobian(pair, x, y, j);
    std::printf("%g %g %g\n%g %g %g\n", j[0], j[1], j[2], j[3], j[4], j[5]);
    enzcc::vjp(pair, x, y, w, g);
    std::printf("%g %g %g\n", g[0], g[1], g[2]);

    double at[2] = {3, 5}, along[2] = {1, 1}, c[4];
    enzcc::taylor<3>(enzcc::fn<product>, at, along, c);
    std::printf("%g + %g t + %g t^2 + %g t^3\n", c[0], c[1], c[2], c[3]);
}
