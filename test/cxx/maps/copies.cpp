// Maps copied, assigned, moved, merged and extracted from.
#include "oracle.h"
#include <map>
#include <utility>

namespace
{
double total(const std::map<int, double> &m)
{
    double s = 0;
    for (auto &entry : m)
        s += entry.second * entry.second * (1 + entry.first);
    return s;
}

double f(const double *x, int n)
{
    std::map<int, double> a, b;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    b = a;
    for (auto &entry : b)
        entry.second *= x[0];
    std::map<int, double> c(std::move(b));
    auto node = c.extract(1);
    node.key() = 100;
    a.insert(std::move(node));
    c.merge(a);
    return total(a) + total(c);
}
} // namespace

int main()
{
    double x[7];
    oracle_random(x, 7, 31);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
