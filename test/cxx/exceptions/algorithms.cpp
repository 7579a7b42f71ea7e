// Exceptions through algorithms, comparators, std::function, virtual calls, containers; some leave
// the derivative.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

struct NotFinite : std::domain_error {
    double value;
    explicit NotFinite(double v) : std::domain_error("not finite"), value(v)
    {
    }
};

static double sorted(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    double sum = 0;
    for (double limit : {3.0, 1.0}) {
        try {
            std::sort(v.begin(), v.end(), [limit](double a, double b) {
                if (a * b > limit)
                    throw NotFinite(a * b);
                return a < b;
            });
            for (int i = 0; i < n; i++)
                sum += v[i] * (i + 1);
        } catch (const NotFinite &e) {
            sum += e.value;
        }
    }
    return sum;
}

static double transformed(const double *x, int n)
{
    std::vector<double> out;
    std::vector<std::unique_ptr<double>> boxes;
    try {
        std::transform(x, x + n, std::back_inserter(out), [&](double v) {
            boxes.push_back(std::make_unique<double>(v * v));
            if (v > 1.4)
                throw NotFinite(v);
            return std::exp(*boxes.back());
        });
    } catch (NotFinite &e) {
        out.push_back(e.value * e.value);
    }
    return std::accumulate(out.begin(), out.end(), 0.0) + *boxes.back();
}

struct Node {
    virtual ~Node() = default;
    virtual double eval(const std::map<std::string, double> &vars) const = 0;
};
struct Var : Node {
    std::string name;
    explicit Var(std::string n) : name(std::move(n))
    {
    }
    double eval(const std::map<std::string, double> &vars) const override
    {
        return vars.at(name);
    }
};
struct Div : Node {
    std::unique_ptr<Node> a, b;
    Div(std::unique_ptr<Node> l, std::unique_ptr<Node> r) : a(std::move(l)), b(std::move(r))
    {
    }
    double eval(const std::map<std::string, double> &vars) const override
    {
        double d = b->eval(vars);
        if (d < 0.5)
            throw NotFinite(a->eval(vars));
        return a->eval(vars) / d;
    }
};

static double tree(const double *x, int n)
{
    std::map<std::string, double> vars{{"a", x[0]}, {"b", x[1]}, {"c", x[2]}, {"d", x[3] * 0.1}};
    double sum = 0;
    const char *names[4][2] = {{"a", "b"}, {"b", "d"}, {"zz", "a"}, {"c", "c"}};
    for (auto &p : names) {
        std::unique_ptr<Node> e =
            std::make_unique<Div>(std::make_unique<Var>(p[0]), std::make_unique<Var>(p[1]));
        std::function<double()> run = [&] { return e->eval(vars); };
        try {
            sum += run();
        } catch (const NotFinite &f) {
            sum += f.value * 3;
        } catch (const std::out_of_range &) {
            sum += x[n - 1] * x[n - 1];
        }
    }
    return sum;
}

static int outcome(const double *x, double *dx)
{
    try {
        __enzyme_autodiff(
            (void *)+[](const double *v, int n) {
                std::vector<double> w(v, v + n);
                std::sort(w.begin(), w.end(), [](double a, double b) {
                    if (a + b > 2)
                        throw NotFinite(a);
                    return a > b;
                });
                return w[0];
            },
            enzyme_dup, x, dx, enzyme_const, 4);
    } catch (const NotFinite &) {
        return 1;
    }
    return 0;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(sorted, x, 4);
    ORACLE_GRADIENT(transformed, x, 4);
    ORACLE_GRADIENT(tree, x, 4);
    double dx[4] = {0};
    CHECK_THAT(outcome(x, dx) == 1);
    std::size_t before = oracle_heap_in_use();
    for (int i = 0; i < 50; i++)
        outcome(x, dx);
    CHECK_THAT(oracle_heap_in_use() < before + 2048);
    return oracle_result();
}
