// Objects behind one base that have a number and a pointer at the same place, or of which one class holds constants only.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <vector>

struct Base {
    double u;
    explicit Base(double a) : u(a) {}
    virtual double value(double a) const { return u * a; }
    virtual ~Base() {}
};
struct Floats : Base {
    std::vector<float> m;
    explicit Floats(double a) : Base(a), m(3, (float)a) {}
    double value(double a) const override { return a * u; }
};
struct Doubles : Base {
    double first;
    std::vector<double> m;
    explicit Doubles(double a) : Base(a), first(a), m(3, sin(a)) {}
    double value(double a) const override { return sin(m[1] + a) * first; }
};
struct Virtually : virtual Base {
    std::vector<double> m;
    explicit Virtually(double a) : Base(a * a), m(2, a) {}
    double value(double a) const override { return m[0] * a + u; }
};
struct Fixed : Base {
    double k;
    std::vector<double> m;
    Fixed(double a, double e) : Base(a), k(e), m(3, e) {}
    double value(double a) const override { return k * m[1] + sin(a); }
};

static double one_of_two(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        Base *p = i & 1 ? static_cast<Base *>(new Floats(x[i])) : new Doubles(x[i]);
        sum += p->value(x[(i + 1) % n]);
        delete p;
    }
    return sum;
}

static double one_is_constant(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        Base *p = i == 1 ? static_cast<Base *>(new Virtually(x[i])) : new Fixed(0.25, 0.5 * i);
        sum += p->value(x[(i + 1) % n]);
        delete p;
    }
    return sum;
}

static double one_is_constant_straight(const double *x, int n)
{
    std::unique_ptr<Base> p(n == 1 ? static_cast<Base *>(new Virtually(x[0])) : new Fixed(0.25, 0.5));
    return p->value(x[n - 1]) * x[0];
}

static double owned(const double *x, int n)
{
    std::vector<std::unique_ptr<Base>> all;
    for (int i = 0; i < n; i++)
        switch (i % 4) {
        case 0: all.push_back(std::make_unique<Floats>(x[i])); break;
        case 1: all.push_back(std::make_unique<Doubles>(x[i])); break;
        case 2: all.push_back(std::make_unique<Virtually>(x[i])); break;
        default: all.push_back(std::make_unique<Fixed>(0.5, 0.125)); break;
        }
    double sum = x[0];
    for (auto &p : all)
        sum = p->value(sum);
    return sum;
}

int main()
{
    const double x[5] = {0.9, 1.2, 1.5, 0.4, 0.7};
    ORACLE_GRADIENT(one_of_two, x, 5);
    ORACLE_GRADIENT(one_is_constant, x, 5);
    ORACLE_GRADIENT(one_is_constant_straight, x, 1);
    ORACLE_GRADIENT(one_is_constant_straight, x, 2);
    ORACLE_GRADIENT(owned, x, 5);
    return oracle_result();
}
