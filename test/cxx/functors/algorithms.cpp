// Standard algorithms with lambdas that capture active floating-point values by reference.
#include "oracle.h"
#include <algorithm>
#include <numeric>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n), w(v.size());
    double k = x[0];
    std::transform(v.begin(), v.end(), w.begin(), [&](double e) { return e * k + x[1]; });
    std::for_each(w.begin(), w.end(), [&k](double &e) { e *= k, k += e; });
    std::sort(v.begin(), v.end(), [&](double a, double b) { return a * a < b * b; });
    double dot = std::inner_product(
        v.begin(), v.end(), w.begin(), 0.0, [](double a, double b) { return a + b; },
        [&](double a, double b) { return a * b * k; });
    auto largest = std::max_element(w.begin(), w.end(), [](double a, double b) { return a < b; });
    return dot + *largest * std::accumulate(v.begin(), v.end(), 1.0,
                                            [](double a, double b) { return a * (b + 2); });
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, 0.75, -1.25, 0.1};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
