// An exception that leaves the derivative: the caller catches it, nothing is accumulated.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

static double f(double *x)
{
    double y = x[0] * x[0];
    x[0] = y;
    if (y > 4)
        throw std::runtime_error("too large");
    return std::sin(y);
}

static double outcome(double at, double *dx)
{
    double x = at;
    try {
        __enzyme_autodiff((void *)f, enzyme_dup, &x, dx);
    } catch (const std::runtime_error &) {
        return -x;
    }
    return x;
}

int main()
{
    double dx = 0;
    CHECK(outcome(1.5, &dx), 2.25);
    CHECK(dx, 3 * std::cos(2.25));
    dx = 0.25;
    CHECK(outcome(3, &dx), -9);
    CHECK(dx, 0.25);
    return oracle_result();
}
