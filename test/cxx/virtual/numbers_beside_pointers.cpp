// Objects behind one base that have a number and a pointer at the same place, or of which one class
// holds constants only.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <vector>

struct Base {
    double u;
    explicit Base(double a) : u(a)
    {
    }
    virtual double value(double a) const
    {
        return u * a;
    }
    virtual ~Base()
    {
    }
};
struct Floats : Base {
    std::vector<float> m;
    explicit Floats(double a) : Base(a), m(3, (float)a)
    {
    }
    double value(double a) const override
    {
        return a * u;
    }
};
struct Doubles : Base {
    double first;
    std::vector<double> m;
    explicit Doubles(double a) : Base(a), first(a), m(3, sin(a))
    {
    }
    double value(double a) const override
    {
        return sin(m[1] + a) * first;
    }
};
struct Virtually : virtual Base {
    std::vector<double> m;
    explicit Virtually(double a) : Base(a * a), m(2, a)
    {
    }
    double value(double a) const override
    {
        return m[0] * a + u;
    }
};
struct Fixed : Base {
    double k;
    std::vector<double> m;
    Fixed(double a, double e) : Base(a), k(e), m(3, e)
    {
    }
    double value(double a) const override
    {
        return k * m[1] + sin(a);
    }
};
struct Single : Base {
    float m;
    explicit Single(double a) : Base(a), m((float)(a * a))
    {
    }
    double value(double a) const override
    {
        return a * m;
    }
};
struct Full : Base {
    double m;
    explicit Full(double a) : Base(a), m(a)
    {
    }
    double value(double a) const override
    {
        return sin(m + a);
    }
};
struct Counted : Base {
    int k;
    Counted(double a, int n) : Base(a), k(n)
    {
    }
    double value(double a) const override
    {
        double s = k * a;
        for (int i = 0; i < k; i++)
            s *= a;
        return s;
    }
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
    std::unique_ptr<Base> p(n == 1 ? static_cast<Base *>(new Virtually(x[0]))
                                   : new Fixed(0.25, 0.5));
    return p->value(x[n - 1]) * x[0];
}

static double counted(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        std::unique_ptr<Base> p(i & 1 ? static_cast<Base *>(new Counted(x[i], i)) : new Full(x[i]));
        sum += p->value(x[(i + 1) % n]);
    }
    return sum;
}

// A float where others have a double.
static double shared(const double *x, int n)
{
    std::shared_ptr<Base> p, q;
    if (n == 2)
        p = std::make_shared<Single>(x[0]);
    else
        p = std::make_shared<Full>(x[0]);
    q = p;
    return p->value(x[0]) * q->value(1.5) * p->value(x[n - 1]);
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
    ORACLE_GRADIENT(counted, x, 5);
    ORACLE_GRADIENT(shared, x, 1);
    ORACLE_GRADIENT(shared, x, 3);
    double dx[2] = {0, 0}, one[2] = {1, 1}, s = x[0], t = x[1];
    __enzyme_autodiff((void *)shared, enzyme_dup, x, dx, enzyme_const, 2);
    CHECK_FLOAT(dx[0], 1.5 * 7 * pow(s, 6) * t);
    CHECK_FLOAT(dx[1], 1.5 * pow(s, 7));
    CHECK_FLOAT(__enzyme_fwddiff((void *)shared, enzyme_dup, x, one, enzyme_const, 2),
                dx[0] + dx[1]);
    ORACLE_GRADIENT(owned, x, 5);
    return oracle_result();
}
