// std::function with captures, in a vector, reassigned and composed.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <vector>

namespace
{
using Fn = std::function<double(double)>;

Fn compose(Fn f, Fn g)
{
    return [f, g](double v) { return f(g(v)); };
}

double f(const double *x, int n)
{
    double a = x[0], b = x[1];
    Fn square = [](double v) { return v * v; };
    Fn affine = [a, b](double v) { return a * v + b; };
    std::vector<Fn> chain{square, affine, compose(affine, square),
                          [](double v) { return std::sin(v); }};
    double s = x[2];
    for (const Fn &step : chain)
        s = step(s);
    square = affine;
    return square(s) + chain.front()(s);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
