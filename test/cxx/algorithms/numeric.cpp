// accumulate, inner_product, partial_sum, adjacent_difference.
#include "oracle.h"
#include <functional>
#include <numeric>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(n), w(n);
    std::partial_sum(x, x + n, v.begin());
    std::partial_sum(v.begin(), v.end(), w.begin(), std::multiplies<double>());
    double s = std::accumulate(w.begin(), w.end(), x[0]);
    s *= std::accumulate(x, x + n, 1.0, [](double a, double b) { return a * (1 + b); });
    s += std::inner_product(v.begin(), v.end(), x, 0.0);
    std::adjacent_difference(x, x + n, w.begin());
    s += std::inner_product(w.begin(), w.end(), v.begin(), 1.0, std::plus<double>(),
                            [](double a, double b) { return a * b * b; });
    return s;
}
} // namespace

int main()
{
    double x[7];
    oracle_random(x, 7, 12);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
