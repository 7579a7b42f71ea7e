// valarray: slices, gslices, masks, indirect indices, functions of all elements, apply, cshift.
#include "oracle.h"
#include <cmath>
#include <valarray>

namespace
{
double twice(double v)
{
    return 2 * v;
}

double f(const double *x, int n)
{
    std::valarray<double> a(x, static_cast<std::size_t>(n)), b = a * a + 1.0;
    a[std::slice(0, 4, 3)] = std::valarray<double>(b[std::slice(1, 4, 2)]) * x[0];
    std::valarray<std::size_t> lengths{2, 3}, strides{6, 2};
    std::valarray<double> g = b[std::gslice(1, lengths, strides)];
    b[std::gslice(0, lengths, strides)] += g;
    std::valarray<double> large = a[a > 0.5];
    a[a > 0.5] *= std::valarray<double>(x[1], large.size());
    std::valarray<std::size_t> some{3, 1, 7};
    std::valarray<double> picked = a[some];
    std::valarray<double> c = std::sin(a) * std::exp(-b) + std::pow(b, 1.5) - std::abs(a);
    return c.sum() + picked.apply(twice).sum() + c.cshift(2)[0] * c.shift(-1)[3] + b.max() -
           a.min();
}
} // namespace

int main()
{
    double x[12];
    oracle_random(x, 12, 5);
    for (double &v : x)
        v += 1.1;
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
