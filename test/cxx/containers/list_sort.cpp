// list::sort, merge and unique relink nodes.
#include "oracle.h"
#include <list>

namespace
{
double f(const double *x, int n)
{
    std::list<double> a(x, x + n), b;
    for (int i = 0; i < n; i++)
        b.push_back(x[i] * x[i]);
    a.sort();
    b.sort();
    a.merge(b);
    double s = 0, w = 1;
    for (double e : a)
        s += e * e * w, w *= 1.5;
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 16);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
