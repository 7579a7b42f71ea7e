// valarray: expressions, slices, masks, functions.
#include "oracle.h"
#include <valarray>

namespace
{
double f(const double *x, int n)
{
    std::valarray<double> a(x, n), b(x[0], n);
    a = a * b + std::sin(a) / 2.0;
    b[std::slice(0, n / 2, 2)] = std::valarray<double>(a[std::slice(1, n / 2, 2)]);
    a[a > 0.0] *= std::valarray<double>(b[a > 0.0]);
    return (a * b).sum() + a.max() * b.min() + a.cshift(1)[0];
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 2);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
