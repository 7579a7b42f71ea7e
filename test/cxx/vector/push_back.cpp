// A vector that grows by push_back, reallocating on the way.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v;
    for (int i = 0; i < n; i++)
        v.push_back(x[i] * x[i]);
    double s = 0;
    for (std::size_t i = 0; i < v.size(); i++)
        s += v[i] * (i + 1) * x[0];
    return s;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 1);
    ORACLE_GRADIENT(f, x, 9);
    ORACLE_GRADIENT(f, x, 1);
    return oracle_result();
}
