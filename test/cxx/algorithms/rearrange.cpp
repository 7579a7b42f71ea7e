// reverse, rotate, swap_ranges, partition, unique, iter_swap.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n), w(n, x[1]);
    std::rotate(v.begin(), v.begin() + 3, v.end());
    std::reverse(v.begin() + 1, v.end());
    std::swap_ranges(v.begin(), v.begin() + 2, w.begin() + 1);
    auto middle = std::stable_partition(v.begin(), v.end(), [](double e) { return e > 0; });
    std::iter_swap(v.begin(), v.end() - 1);
    v.erase(std::unique(v.begin(), v.end()), v.end());
    double s = 0;
    for (auto i = v.begin(); i != v.end(); ++i)
        s = s * 0.75 + *i * *i * (i < middle ? 1 : 2);
    for (double e : w)
        s = s * 0.75 + e * x[0];
    return s;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 7);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
