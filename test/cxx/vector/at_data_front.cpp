// at, data, front, back and bounds checks that pass.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    v.at(1) = v.front() * v.back();
    double *p = v.data();
    for (int i = 1; i < n; i++)
        p[i] += p[i - 1] * v.at(i);
    return v.at(n - 1) * v.front();
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 12);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
