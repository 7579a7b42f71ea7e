// A registry of functions and of factories, filled before anything is differentiated.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
using Fn = double (*)(double);
static std::map<std::string, Fn> &table()
{
    static std::map<std::string, Fn> t{{"sin", [](double v) { return std::sin(v); }},
                                       {"sq", [](double v) { return v * v; }}};
    return t;
}
struct Shape {
    virtual ~Shape() = default;
    virtual double area(double r) const = 0;
};
struct Disc : Shape {
    double area(double r) const override
    {
        return 3 * r * r;
    }
};
struct Cube : Shape {
    double area(double r) const override
    {
        return 6 * r * r * r;
    }
};
static std::map<std::string, std::function<std::unique_ptr<Shape>()>> factories;
static std::unordered_map<int, Fn> numbered;
static bool reg = [] {
    factories["disc"] = [] { return std::make_unique<Disc>(); };
    factories["cube"] = [] { return std::make_unique<Cube>(); };
    numbered[3] = [](double v) { return std::exp(v); };
    numbered[5] = [](double v) { return v * v * v; };
    return true;
}();
static double f(const double *x, int)
{
    return table().at("sin")(x[0]) * table().at("sq")(x[1]);
}
static double g(const double *x, int)
{
    auto a = factories.at("disc")(), b = factories.at("cube")();
    return a->area(x[0]) * b->area(x[1]);
}
static double h(const double *x, int)
{
    return numbered.at(3)(x[0]) + numbered.at(5)(x[1]);
}
int main()
{
    const double x[2] = {0.4, 1.3};
    CHECK_THAT(reg);
    CHECK_THAT(table().size() == 2);
    ORACLE_GRADIENT(f, x, 2);
    ORACLE_GRADIENT(g, x, 2);
    ORACLE_GRADIENT(h, x, 2);
    return oracle_result();
}
