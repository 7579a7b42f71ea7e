// A vector of std::function and a list searched by name: callbacks registered and run in a loop.
#include "oracle.h"
#include <functional>
#include <string_view>
#include <vector>

namespace
{
class Operators
{
    using Fn = std::function<double(double, double)>;
    std::vector<std::pair<std::string_view, Fn>> list;

  public:
    void set(const char *name, Fn f)
    {
        list.emplace_back(name, std::move(f));
    }
    const Fn &get(std::string_view name) const
    {
        for (const auto &each : list)
            if (each.first == name)
                return each.second;
        return list[0].second;
    }
};

double half(double x)
{
    return x / 2;
}

double f(const double *x, int n)
{
    std::vector<std::function<double(double)>> pipeline;
    pipeline.push_back(half);
    for (int i = 0; i < n; i++)
        pipeline.emplace_back([x, i](double v) { return v * x[i] + i; });
    double last = 1;
    pipeline.push_back([&last](double v) { return last = v * v; });
    Operators ops;
    ops.set("add", std::plus<double>());
    ops.set("scale", [k = x[1]](double a, double b) { return a * b * k; });
    double v = x[0];
    for (auto &stage : pipeline)
        v = stage(v);
    return ops.get("scale")(v, last) + ops.get("add")(v, x[1]);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
