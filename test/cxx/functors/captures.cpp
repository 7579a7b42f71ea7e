// Lambdas that capture by value, by reference, with initialisers, mutable, generic and recursive
// ones.
#include "oracle.h"

namespace
{
double f(const double *x, int n)
{
    double a = x[0], sum = 0, count = 0;
    auto add = [&](double v) { sum += v * a; };
    auto step = [v = x[1], a]() mutable { return v *= a; };
    auto square = [](auto v) { return v * v; };
    auto power = [&](auto self, double b, int k) -> double {
        return k ? b * self(self, b, k - 1) : count + 1;
    };
    for (int i = 0; i < n; i++) {
        a += x[i];
        add(step());
        add(square(x[i]) + square(2));
        count += x[i] / 2;
    }
    auto both = [&add, step](double w) mutable {
        add(w * step());
        return w * step();
    };
    double last = both(x[2]);
    return sum + power(power, x[0], 3) * last;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 0.3};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
