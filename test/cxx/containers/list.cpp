// A list: insert, erase, splice, reverse.
#include "oracle.h"
#include <list>

namespace
{
double f(const double *x, int n)
{
    std::list<double> a, b(x, x + n);
    for (int i = 0; i < n; i++)
        a.push_front(x[i] * x[i]);
    auto at = a.begin();
    ++at;
    a.insert(at, x[0] * x[1]);
    a.erase(at);
    a.splice(a.end(), b, b.begin(), --b.end());
    a.reverse();
    double s = 0, w = 1;
    for (double e : a) {
        s += w * e * x[2];
        w += 0.5;
    }
    return s + b.front();
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 15);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
