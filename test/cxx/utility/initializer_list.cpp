// initializer_list of numbers and of pairs built from active values.
#include "oracle.h"
#include <initializer_list>
#include <utility>
#include <vector>

namespace
{
double weighted(std::initializer_list<std::pair<double, double>> terms)
{
    double s = 0;
    for (auto &t : terms)
        s += t.first * t.second;
    return s;
}

double f(const double *x, int n)
{
    std::vector<double> v{x[0], x[1] * x[2], 1.0};
    v.insert(v.end(), {x[2], x[0] * x[0]});
    double s = weighted({{x[0], v[1]}, {v[4], 2.0}, {3.0, x[2]}});
    for (double e : {x[1], s, v[3]})
        s += e * e;
    return s;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
