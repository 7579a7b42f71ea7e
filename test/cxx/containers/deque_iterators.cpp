// Deque iterators cross blocks: insert in the middle, erase, index, range copy.
#include "oracle.h"
#include <algorithm>
#include <deque>

namespace
{
double f(const double *x, int n)
{
    std::deque<double> d(x, x + n);
    d.insert(d.begin() + n / 3, x[0] * x[1]);
    d.erase(d.begin() + n / 2);
    d.resize(n + 70, x[2]);
    std::reverse(d.begin(), d.end());
    double s = 0;
    for (std::size_t i = 0; i < d.size(); i++)
        s += d[i] * (i % 7) * d[d.size() - 1 - i];
    return s;
}
} // namespace

int main()
{
    double x[90];
    oracle_random(x, 90, 19);
    ORACLE_GRADIENT(f, x, 90);
    return oracle_result();
}
