// transform with one and two ranges, for_each, generate, fill.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> a(n), b(n);
    std::transform(x, x + n, a.begin(), [](double e) { return std::sin(e) * e; });
    std::transform(a.begin(), a.end(), x, b.begin(),
                   [k = x[0]](double p, double q) { return p * q + k; });
    int i = 0;
    std::generate(a.begin(), a.end(), [&] { return x[i++] * b[0]; });
    std::fill(b.begin(), b.begin() + 2, x[1]);
    double s = 0;
    std::for_each(a.begin(), a.end(), [&s](double e) { s = s * 0.5 + e; });
    for (double e : b)
        s += e * e;
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 6);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
