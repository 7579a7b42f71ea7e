// Two bases with virtual functions each: calls through the second base go through thunks that
// adjust `this`.
#include "oracle.h"

namespace
{
struct Value {
    double v = 0;
    virtual ~Value() = default;
    virtual double value() const
    {
        return v;
    }
};
struct Slope {
    double s = 0;
    virtual ~Slope() = default;
    virtual double slope(double at) const = 0;
    virtual void shift(double by)
    {
        s += by;
    }
};
struct Curve : Value, Slope {
    double k;
    Curve(double a, double b, double c) : k(c)
    {
        v = a;
        s = b;
    }
    double value() const override
    {
        return v * k;
    }
    double slope(double at) const override
    {
        return s * at + v * k;
    }
    void shift(double by) override
    {
        Slope::shift(by * k);
        v += by;
    }
};

double through_second(Slope &s, double at)
{
    s.shift(at);
    return s.slope(at);
}

double f(const double *x, int n)
{
    Curve c(x[0], x[1], x[2]);
    Value &value = c;
    double r = through_second(c, x[3]) * value.value();
    Slope *s = &c;
    Value *back = dynamic_cast<Value *>(s);
    return r + back->value() * x[n - 1];
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.25, 2.0};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
