// unordered_map that rehashes; the sum does not depend on the order.
#include "oracle.h"
#include <unordered_map>

namespace
{
double f(const double *x, int n)
{
    std::unordered_map<int, double> m;
    for (int i = 0; i < n; i++)
        m[i * 37] = x[i] * x[i];
    m.erase(37);
    for (int i = 0; i < n; i += 3)
        m[i * 37] += x[(i + 1) % n];
    double s = 0;
    for (auto &entry : m)
        s += entry.second * (entry.first + 1) * 0.01;
    auto found = m.find(74);
    return s * found->second;
}
} // namespace

int main()
{
    double x[30];
    oracle_random(x, 30, 27);
    ORACLE_GRADIENT(f, x, 30);
    return oracle_result();
}
