// Reverse iterators, back_inserter, copy_backward, distance and advance.
#include "oracle.h"
#include <algorithm>
#include <iterator>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v;
    std::copy(x, x + n, std::back_inserter(v));
    std::vector<double> w(v.rbegin(), v.rend());
    w.resize(2 * n);
    std::copy_backward(w.begin(), w.begin() + n, w.end());
    auto at = w.begin();
    std::advance(at, 2);
    double s = std::distance(at, w.end()) * *at;
    for (auto i = v.rbegin(); i != v.rend(); ++i)
        s = s * 0.5 + *i * *at;
    for (double e : w)
        s += e * e;
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 11);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
