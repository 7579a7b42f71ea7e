// merge, inplace_merge, set_union and set_difference of sorted ranges.
#include "oracle.h"
#include <algorithm>
#include <iterator>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> a(x, x + n / 2), b(x + n / 2, x + n), c, d, e;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
    std::set_union(a.begin(), a.begin() + 2, b.begin(), b.end(), std::back_inserter(d));
    d.insert(d.end(), a.begin(), a.end());
    std::inplace_merge(d.begin(), d.end() - a.size(), d.end());
    std::set_difference(c.begin(), c.end(), a.begin(), a.end(), std::back_inserter(e));
    double s = 0;
    for (auto *v : {&c, &d, &e})
        for (double k : *v)
            s = s * 0.875 + k * k;
    return s;
}
} // namespace

int main()
{
    double x[10];
    oracle_random(x, 10, 10);
    ORACLE_GRADIENT(f, x, 10);
    return oracle_result();
}
