// multimap and multiset: equal keys, equal_range, count.
#include "oracle.h"
#include <map>
#include <set>

namespace
{
double f(const double *x, int n)
{
    std::multimap<int, double> m;
    for (int i = 0; i < n; i++)
        m.insert({i % 3, x[i]});
    auto range = m.equal_range(1);
    double s = 1;
    for (auto i = range.first; i != range.second; ++i)
        s *= 1 + i->second;
    std::multiset<double> set;
    for (int i = 0; i < n; i++)
        set.insert(x[i] * x[i]);
    set.erase(set.begin());
    return s * *set.begin() + *set.rbegin() * m.count(2);
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 26);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
