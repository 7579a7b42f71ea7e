// A list whose elements are vectors, moved from one list to another.
#include "oracle.h"
#include <list>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::list<std::vector<double>> a, b;
    for (int i = 0; i < n; i++)
        a.emplace_back(i + 1, x[i]);
    for (auto &v : a) {
        v.push_back(v.front() * v.front());
        b.push_front(std::move(v));
    }
    double s = 0;
    for (const auto &v : b)
        for (double e : v)
            s += e * v.back();
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 20);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
