// A vector of std::function grows while it holds captures of several kinds: numbers, references,
// both with integers.
#include "oracle.h"
#include <functional>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<std::function<double(double)>> ops;
    double a = x[0] * x[1];
    ops.push_back([&a](double v) { return a * v; });
    ops.push_back([k = x[1]](double v) { return v * k; });
    for (int i = 0; i < n; i++)
        ops.push_back([&a, i](double v) {
            a += v;
            return a * v + i;
        });
    ops.push_back([p = &x[2], k = x[0]](double v) { return *p * v - k; });
    double v = x[2];
    for (auto &op : ops)
        v = op(v);
    return v;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
