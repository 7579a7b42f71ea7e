// Erase from a map while walking it, lower_bound, reverse walk.
#include "oracle.h"
#include <map>

namespace
{
double f(const double *x, int n)
{
    std::map<int, double> m;
    for (int i = 0; i < n; i++)
        m.emplace((i * 11) % 23, x[i]);
    for (auto i = m.begin(); i != m.end();)
        if (i->first % 3 == 1)
            i = m.erase(i);
        else
            ++i;
    double s = 0;
    for (auto i = m.rbegin(); i != m.rend(); ++i)
        s = s * 0.5 + i->second * i->second;
    auto low = m.lower_bound(6);
    s += low->second * x[0];
    auto found = m.find(11);
    return found == m.end() ? s : s * found->second;
}
} // namespace

int main()
{
    double x[15];
    oracle_random(x, 15, 23);
    ORACLE_GRADIENT(f, x, 15);
    return oracle_result();
}
