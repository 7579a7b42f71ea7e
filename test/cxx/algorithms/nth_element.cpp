// Median by nth_element, partial_sort and trimmed means.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    std::nth_element(v.begin(), v.begin() + n / 2, v.end());
    double median = v[n / 2];
    std::partial_sort(v.begin(), v.begin() + 4, v.end());
    return median * median + v[0] * v[1] + v[2] * v[3];
}
} // namespace

int main()
{
    double x[31];
    oracle_random(x, 31, 4);
    ORACLE_GRADIENT(f, x, 31);
    return oracle_result();
}
