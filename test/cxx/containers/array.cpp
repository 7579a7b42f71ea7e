// std::array: fill, at, swap, nested, returned by value.
#include "oracle.h"
#include <array>

namespace
{
using Vec = std::array<double, 3>;

Vec cross(const Vec &a, const Vec &b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double f(const double *x, int n)
{
    std::array<Vec, 2> m;
    for (int i = 0; i < 6; i++)
        m[i / 3].at(i % 3) = x[i];
    Vec c = cross(m[0], m[1]), d;
    d.fill(x[0] * x[1]);
    d.swap(c);
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += d[i] * d[i] + c[i] * m[1][i];
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 13);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
