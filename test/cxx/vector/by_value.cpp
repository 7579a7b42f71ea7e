// Vectors returned by value, copied and moved between functions.
#include "oracle.h"
#include <utility>
#include <vector>

namespace
{
std::vector<double> squares(std::vector<double> v)
{
    for (double &e : v)
        e *= e;
    return v;
}

std::vector<double> plus(const std::vector<double> &a, const std::vector<double> &b)
{
    std::vector<double> c(a);
    for (std::size_t i = 0; i < c.size(); i++)
        c[i] += b[i];
    return c;
}

double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    std::vector<double> w = plus(squares(v), v);
    v = std::move(w);
    w = squares(plus(v, v));
    double s = 0;
    for (double e : w)
        s += e;
    return s;
}
} // namespace

int main()
{
    double x[4];
    oracle_random(x, 4, 9);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
