// reduce, transform_reduce, inclusive_scan, exclusive_scan.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(n), w(n);
    std::inclusive_scan(x, x + n, v.begin());
    std::exclusive_scan(x, x + n, w.begin(), x[1]);
    double s = std::reduce(v.begin(), v.end(), 0.0);
    s *= std::transform_reduce(x, x + n, w.begin(), 0.0);
    s += std::transform_reduce(x, x + n, 0.0, std::plus<>(), [](double e) { return std::exp(e); });
    std::transform_exclusive_scan(x, x + n, v.begin(), 1.0, std::multiplies<>(),
                                  [](double e) { return 1 + e; });
    return s + v.back();
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 13);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
