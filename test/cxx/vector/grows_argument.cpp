// A function that appends to the vector it is given; its shadow grows with it.
#include "oracle.h"
#include <vector>

namespace
{
void append(std::vector<double> &out, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        out.push_back(out.empty() ? x[i] : out.back() * x[i]);
}

double f(const double *x, int n)
{
    std::vector<double> v;
    append(v, x, n);
    append(v, x, n / 2);
    return v.back() + v[1] + v[n - 1] * v[0];
}
} // namespace

int main()
{
    double x[6] = {1.1, 0.9, -1.2, 0.8, 1.3, -0.7};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
