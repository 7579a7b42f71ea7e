// resize up and down, assign, clear, shrink_to_fit, swap.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> a(n, x[0]), b;
    b.assign(x, x + n);
    a.resize(n + 3, x[1] * x[1]);
    b.resize(n - 2);
    b.shrink_to_fit();
    a.swap(b);
    double s = 0;
    for (std::size_t i = 0; i < a.size(); i++)
        s += a[i] * b[i + 4];
    b.clear();
    b.push_back(s * x[2]);
    b.assign(2, b[0] * s);
    return b[0] + b.back() + b.size();
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 5);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
