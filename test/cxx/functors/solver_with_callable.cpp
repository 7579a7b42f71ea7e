// A Newton solver and a Runge-Kutta step that take a std::function by reference.
#include "oracle.h"
#include <cmath>
#include <functional>

namespace
{
double solve(const std::function<double(double)> &g, const std::function<double(double)> &slope,
             double x)
{
    for (int i = 0; i < 30; i++) {
        double dx = g(x) / slope(x);
        x -= dx;
        if (std::fabs(dx) < 1e-14)
            break;
    }
    return x;
}
double integrate(const std::function<double(double, double)> &rhs, double y, double h, int steps)
{
    for (int i = 0; i < steps; i++) {
        double t = i * h, k1 = rhs(t, y), k2 = rhs(t + h / 2, y + h / 2 * k1);
        y += h * k2;
    }
    return y;
}

double f(const double *x, int n)
{
    double a = x[0], b = x[1];
    double root = solve([=](double v) { return v * v * v + a * v - b; },
                        [=](double v) { return 3 * v * v + a; }, 1.0);
    return integrate([&](double t, double y) { return std::sin(root * t) - y * x[2]; }, root, 0.1,
                     12);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
