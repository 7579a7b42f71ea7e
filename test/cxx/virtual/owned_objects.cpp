// Decorators that own another object of their base, made by a recursive factory and kept in a
// vector of unique_ptr.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <vector>
struct Base {
    virtual ~Base()
    {
    }
    virtual double eval(double a) = 0;
};
struct One : Base {
    double v;
    explicit One(double a) : v(a)
    {
    }
    double eval(double a) override
    {
        return v += a * v;
    }
};
struct Two : Base {
    float f, g;
    explicit Two(double a) : f((float)0.5), g(0.25f)
    {
        (void)a;
    }
    double eval(double a) override
    {
        return f * a + g;
    }
};
struct Three : Base {
    int k;
    bool b;
    explicit Three(int i) : k(i), b(i & 1)
    {
    }
    double eval(double a) override
    {
        return b ? k * a : a / (k + 1);
    }
};
struct Four : Base {
    std::unique_ptr<Base> in;
    explicit Four(std::unique_ptr<Base> p) : in(std::move(p))
    {
    }
    double eval(double a) override
    {
        return in->eval(a) * in->eval(2 * a);
    }
};
struct Five : Base {
    const double *p;
    explicit Five(const double *q) : p(q)
    {
    }
    double eval(double a) override
    {
        return p[0] * p[1] + a;
    }
};
static std::unique_ptr<Base> create(const double *x, int i)
{
    switch (i % 6) {
    case 0: return std::make_unique<One>(x[i]);
    case 1: return std::make_unique<Two>(x[i]);
    case 2: return std::make_unique<Three>(i);
    case 4: return std::make_unique<Five>(x + i - 1);
    case 3: return std::make_unique<Four>(create(x, i - 3));
    default: return std::make_unique<One>(x[i]);
    }
}
static double classes(const double *x, int n)
{
    std::vector<std::unique_ptr<Base>> all;
    for (int i = 0; i < n; i++)
        all.push_back(create(x, i));
    double s = 0.4;
    for (auto &p : all)
        s = std::sin(p->eval(s)) + 0.1 * s;
    return s;
}
int main()
{
    const double x[8] = {0.9, 1.2, 0.5, 0.7, 0.3, 1.1, 0.6, 0.8};
    ORACLE_GRADIENT(classes, x, 8);
    return oracle_result();
}
