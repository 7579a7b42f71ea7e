// std::map from keys to sums: insertion by operator[], then a walk in order.
#include "oracle.h"
#include <map>

namespace
{
double f(const double *x, int n)
{
    std::map<int, double> sums;
    for (int i = 0; i < n; i++)
        sums[(i * 7) % 5] += x[i] * x[i];
    double s = 0;
    for (const auto &[key, sum] : sums)
        s += (key + 1) * sum * sum;
    return s;
}
} // namespace

int main()
{
    double x[12];
    oracle_random(x, 12, 22);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
