// A callable made outside and handed over as constant, and one handed over with a shadow: its
// captures are active.
#include "oracle.h"
#include <functional>

namespace
{
struct Quadratic {
    double a, b;
    double operator()(double x) const
    {
        return a * x * x + b * x;
    }
};
template <class F> double apply(const F *f, double x)
{
    return (*f)(x)*x;
}
double call(const std::function<double(double)> *f, double x)
{
    return (*f)(x) * (*f)(2 * x);
}
} // namespace

int main()
{
    Quadratic q{1.5, -0.5}, dq{0, 0};
    double x = 0.75;
    double dx = __enzyme_autodiff((void *)apply<Quadratic>, enzyme_dup, &q, &dq, enzyme_out, x);
    CHECK(dx, 3 * q.a * x * x + 2 * q.b * x);
    CHECK(dq.a, x * x * x);
    CHECK(dq.b, x * x);

    double k = 0.5;
    auto lambda = [k](double v) { return k * v * v; };
    CHECK(__enzyme_autodiff((void *)apply<decltype(lambda)>, enzyme_const, &lambda, x),
          3 * k * x * x);

    std::function<double(double)> erased = lambda;
    CHECK(__enzyme_autodiff((void *)call, enzyme_const, &erased, x), k * k * 4 * 4 * x * x * x);
    CHECK(__enzyme_fwddiff((void *)call, enzyme_const, &erased, x, 1.0), k * k * 4 * 4 * x * x * x);
    return oracle_result();
}
