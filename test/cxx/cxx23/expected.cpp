// std::expected with values and errors, chains of operations; optional's and_then.
#include "oracle.h"
#include <cmath>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace
{
struct failure {
    int code;
    double at;
};

std::expected<double, failure> root(double x)
{
    if (x < 0)
        return std::unexpected(failure{1, x});
    return std::sqrt(x);
}

std::expected<std::vector<double>, std::string> powers(double x, int n)
{
    if (n > 4)
        return std::unexpected(std::string("too many powers to be asked for at once"));
    std::vector<double> v;
    for (double p = x; n-- > 0; p *= x)
        v.push_back(p);
    return v;
}

double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        auto r = root(x[i]);
        s += r ? *r * x[0] : r.error().at * r.error().at * r.error().code;
        auto p = powers(x[i], i);
        if (p)
            for (double e : *p)
                s += e;
        else
            s += x[i] * static_cast<double>(p.error().size());
        s += root(x[i]).value_or(x[1]) * 0.5;
    }
    return s;
}
} // namespace

int main()
{
    double x[6] = {0.5, 1.5, -1, 2, -0.25, 0.75};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
