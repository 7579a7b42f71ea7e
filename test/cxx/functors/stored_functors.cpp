// Function objects as members, as template parameters, and in an array of a common type.
#include "oracle.h"
#include <array>

namespace
{
struct Linear {
    double a, b;
    double operator()(double x) const
    {
        return a * x + b;
    }
};
struct Clamp {
    double lo, hi;
    double operator()(double x) const
    {
        return x < lo ? lo : x > hi ? hi : x;
    }
};
template <class F, class G> struct Composed {
    F f;
    G g;
    double operator()(double x) const
    {
        return f(g(x));
    }
};
template <class F, class G> Composed<F, G> then(G g, F f)
{
    return {f, g};
}

template <class F> double integrate(F f, double from, double to, int steps)
{
    double h = (to - from) / steps, s = 0;
    for (int i = 0; i < steps; i++)
        s += h * f(from + (i + 0.5) * h);
    return s;
}

double f(const double *x, int n)
{
    std::array<Linear, 3> table{{{x[0], 1}, {x[1], x[2]}, {2, x[0]}}};
    double sum = integrate(then(table[1], Clamp{x[2], x[0] + 3}), 0, x[1], 5);
    for (const Linear &each : table)
        sum *= integrate(then(each, [&](double v) { return v * v + x[1]; }), x[0], 1, 3);
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
