// insert in the middle and at the front: elements behind move up.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v;
    v.reserve(4);
    for (int i = 0; i < n; i++)
        v.insert(v.begin() + i / 2, x[i] * x[(i + 1) % n]);
    v.insert(v.begin(), 3, x[0]);
    v.insert(v.end(), x, x + n);
    double s = 0, w = 1;
    for (double e : v) {
        s += w * e;
        w *= 1.25;
    }
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 3);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
