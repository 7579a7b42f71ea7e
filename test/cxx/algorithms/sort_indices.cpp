// argsort: indices sorted by the active floating-point values they refer to.
#include "oracle.h"
#include <algorithm>
#include <numeric>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [x](int a, int b) { return x[a] < x[b]; });
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[order[i]] * x[order[i]] * (i + 1);
    return s;
}
} // namespace

int main()
{
    double x[20];
    oracle_random(x, 20, 3);
    ORACLE_GRADIENT(f, x, 20);
    return oracle_result();
}
