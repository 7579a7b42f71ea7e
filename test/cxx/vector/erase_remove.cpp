// erase of one element, of a range, and by erase(remove_if): elements move down.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    v.erase(v.begin() + 1);
    v.erase(v.begin() + 2, v.begin() + 4);
    for (double &e : v)
        e *= e + x[0];
    v.erase(std::remove_if(v.begin(), v.end(), [](double e) { return e > 1.2; }), v.end());
    double s = 1;
    for (std::size_t i = 0; i < v.size(); i++)
        s += v[i] * s * 0.5 * (i + 1);
    return s;
}
} // namespace

int main()
{
    double x[10];
    oracle_random(x, 10, 4);
    ORACLE_GRADIENT(f, x, 10);
    return oracle_result();
}
