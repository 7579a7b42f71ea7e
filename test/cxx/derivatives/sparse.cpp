// <enzcc/sparse.h> in C++: patterns in containers, functions with references to objects behind
// pointers.
#include "oracle.h"
#include <cmath>
#include <enzcc/sparse.h>
#include <memory>
#include <vector>

namespace
{
struct Edge {
    int from, to;
    double weight;
};
using Graph = std::vector<Edge>;

double energy(const double *x, const Graph *graph)
{
    double sum = 0;
    for (const Edge &e : *graph)
        sum += e.weight * std::exp(x[e.from] * x[e.to]);
    return sum;
}
ENZ_SPARSE_HESSIAN(hessian, energy, double, ENZ_CONST(const Graph *));

struct Free {
    void operator()(enz_pattern *p) const
    {
        enz_pattern_free(p);
        delete p;
    }
};
} // namespace

int main()
{
    const int n = 9;
    Graph graph;
    for (int i = 0; i + 1 < n; i++)
        graph.push_back({i, (i * i + 3) % n, 1.0 / (i + 1)});
    std::vector<double> x(n), g(n);
    for (int i = 0; i < n; i++)
        x[i] = std::sin(i);
    std::unique_ptr<enz_pattern, Free> pattern(new enz_pattern());
    CHECK_THAT(hessian_pattern(x.data(), n, pattern.get(), &graph) == 0);
    std::vector<double> values(pattern->count), want(n * n);
    CHECK_THAT(hessian(x.data(), pattern.get(), g.data(), values.data(), &graph) == 0);
    for (const Edge &e : graph) {
        double a = x[e.from], b = x[e.to], v = e.weight * std::exp(a * b);
        if (e.from == e.to) {
            want[e.from * n + e.from] += v * (2 + 4 * a * a);
            continue;
        }
        want[e.from * n + e.from] += v * b * b;
        want[e.to * n + e.to] += v * a * a;
        want[e.from * n + e.to] += v * (1 + a * b);
        want[e.to * n + e.from] += v * (1 + a * b);
    }
    std::vector<std::size_t> rows(pattern->count);
    enz_pattern_rows(pattern.get(), rows.data());
    double seen = 0, all = 0;
    for (std::size_t e = 0; e < pattern->count; e++) {
        CHECK(values[e], want[rows[e] * n + pattern->column[e]]);
        seen += std::fabs(values[e]);
    }
    for (double w : want)
        all += std::fabs(w);
    CHECK(seen, all);
    return oracle_result();
}
