// Numbers as keys: the order of active keys decides what is multiplied with what.
#include "oracle.h"
#include <map>
#include <set>

namespace
{
double f(const double *x, int n)
{
    std::map<double, double> m;
    for (int i = 0; i < n; i++)
        m[x[i]] = x[i] * x[(i + 1) % n];
    double s = 0, w = 1;
    for (auto &entry : m) {
        s += entry.first * entry.second * w;
        w *= 1.5;
    }
    std::set<double> set(x, x + n);
    for (double e : set)
        s = s * 0.75 + e * e;
    return s;
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 24);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
