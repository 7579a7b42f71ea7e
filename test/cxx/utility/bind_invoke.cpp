// std::bind, mem_fn, reference_wrapper, invoke, not_fn.
#include "oracle.h"
#include <functional>

namespace
{
struct Line {
    double slope, offset;
    double at(double t) const
    {
        return slope * t + offset;
    }
};

double combine(double a, double b, double c)
{
    return a * b + c;
}

double f(const double *x, int n)
{
    using namespace std::placeholders;
    auto g = std::bind(combine, _2, x[0], _1);
    Line line{x[1], x[2]};
    auto at = std::mem_fn(&Line::at);
    double total = x[0];
    auto add = [](double &sum, double v) { sum += v * v; };
    auto into = std::bind(add, std::ref(total), _1);
    into(g(x[1], x[2]));
    into(at(line, x[0]));
    return total + std::invoke(&Line::at, line, total) * std::invoke(&Line::slope, line);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
