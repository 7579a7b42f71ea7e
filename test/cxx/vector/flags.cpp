// vector<bool> beside a vector of numbers selects which enter the sum.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<bool> chosen(n);
    std::vector<double> v;
    for (int i = 0; i < n; i++) {
        chosen[i] = x[i] > 0;
        v.push_back(x[i] * x[i] * x[i]);
    }
    chosen.push_back(true);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += chosen[i] ? v[i] : -2 * v[i] * x[0];
    return s;
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 8);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
