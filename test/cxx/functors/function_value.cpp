// std::function holds lambdas with captures of several sizes, is copied, and called through its
// pointer.
#include "oracle.h"
#include <functional>

namespace
{
using Fn = std::function<double(double)>;

Fn scaled(double k)
{
    return [k](double x) { return k * x * x; };
}
Fn compose(Fn a, Fn b)
{
    return [a, b](double x) { return a(b(x)); };
}
Fn large(const double *c)
{
    double a = c[0], b = c[1], d = c[2];
    return [a, b, d](double x) { return a + x * (b + x * d); };
}

double f(const double *x, int n)
{
    Fn g = compose(scaled(x[0]), large(x));
    Fn h = g;
    g = scaled(x[2]);
    return h(x[1]) + g(x[0]) * h(0.5);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    size_t before = oracle_heap_in_use();
    double dx[3] = {0};
    GRADIENT(f, x, dx, 3);
    CHECK_THAT(oracle_heap_in_use() == before);
    return oracle_result();
}
