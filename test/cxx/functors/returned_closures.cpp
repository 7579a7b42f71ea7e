// Closures returned from closures, variadic templates that fold over callables, and a callable that
// owns memory.
#include "oracle.h"
#include <memory>
#include <tuple>

namespace
{
auto line(double a)
{
    return [a](double b) { return [a, b](double x) { return a * x + b; }; };
}
template <class... F> double chain(double x, const F &...f)
{
    ((x = f(x)), ...);
    return x;
}
struct Owner {
    std::unique_ptr<double[]> c;
    int n;
    Owner(const double *from, int n) : c(new double[n]), n(n)
    {
        for (int i = 0; i < n; i++)
            c[i] = from[i] * from[0];
    }
    double operator()(double x) const
    {
        double r = 0;
        for (int i = 0; i < n; i++)
            r = r * x + c[i];
        return r;
    }
};

double f(const double *x, int n)
{
    Owner owner(x, n);
    auto parts =
        std::make_tuple(line(x[0])(x[1]), [&owner](double v) { return owner(v); }, line(x[2])(1));
    double r = std::apply([&](const auto &...each) { return chain(x[1], each...); }, parts);
    auto moved = [o = std::move(owner)](double v) { return o(v) * v; };
    return r + moved(x[0]);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
