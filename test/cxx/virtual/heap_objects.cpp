// A list of owned polymorphic objects: new by a factory, virtual destructors at the end.
#include "oracle.h"
#include <memory>
#include <vector>

namespace
{
struct Term {
    virtual ~Term()
    {
    }
    virtual double at(double x) const = 0;
};
struct Power : Term {
    double a;
    int n;
    Power(double a, int n) : a(a), n(n)
    {
    }
    double at(double x) const override
    {
        double r = a;
        for (int i = 0; i < n; i++)
            r *= x;
        return r;
    }
};
struct Ratio : Term {
    double a, b;
    Ratio(double a, double b) : a(a), b(b)
    {
    }
    double at(double x) const override
    {
        return a / (b + x * x);
    }
};

std::unique_ptr<Term> make(int kind, double a)
{
    if (kind == 0)
        return std::make_unique<Ratio>(a, 2 + a * a);
    return std::make_unique<Power>(a, kind);
}

double f(const double *x, int n)
{
    std::vector<std::unique_ptr<Term>> terms;
    for (int i = 0; i < n; i++)
        terms.push_back(make(i % 3, x[i]));
    double sum = 0;
    for (const auto &t : terms)
        sum += t->at(x[0]) * t->at(0.5);
    return sum;
}
} // namespace

int main()
{
    double x[6] = {0.5, 1.5, -0.25, 2.0, 0.75, -1.25};
    enum { OFTEN = 100, LEAST_BLOCK = 32 };
    double dx[6] = {0};
    ORACLE_GRADIENT(f, x, 6);
    GRADIENT(f, x, dx, 6);
    size_t before = oracle_heap_in_use();
    for (int i = 0; i < OFTEN; i++)
        GRADIENT(f, x, dx, 6);
    CHECK_THAT(oracle_heap_in_use() < before + OFTEN * LEAST_BLOCK);
    return oracle_result();
}
