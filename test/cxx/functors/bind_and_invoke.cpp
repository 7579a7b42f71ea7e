// std::bind, std::mem_fn, std::reference_wrapper, std::invoke and function pointers from lambdas.
#include "oracle.h"
#include <functional>

namespace
{
struct Body {
    double m, v;
    double energy(double scale) const
    {
        return scale * m * v * v;
    }
};
double mix(double a, double b, double c)
{
    return a * b + c;
}

double f(const double *x, int n)
{
    using namespace std::placeholders;
    Body body{x[0], x[1]};
    auto first = std::bind(mix, _2, x[1], _1);
    auto energy = std::mem_fn(&Body::energy);
    double total = 0;
    auto collect = [&total](double v) { total += v * total + 1; };
    std::reference_wrapper<decltype(collect)> ref(collect);
    ref(first(x[2], x[0]));
    ref(energy(body, x[2]));
    double (*plain)(double) = [](double v) { return v * v * v; };
    std::function<double(const Body &, double)> as_function = &Body::energy;
    return total * std::invoke(plain, x[0]) + std::invoke(&Body::v, body) * as_function(body, x[1]);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
