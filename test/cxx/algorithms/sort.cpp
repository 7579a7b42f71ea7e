// std::sort of few and of many numbers (introsort with its insertion sort).
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    std::sort(v.begin(), v.end());
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i] * (i + 1);
    return s;
}
} // namespace

int main()
{
    double x[50];
    oracle_random(x, 50, 1);
    ORACLE_GRADIENT(f, x, 10);
    ORACLE_GRADIENT(f, x, 50);
    return oracle_result();
}
