// Global constant objects of polymorphic classes: their vtable pointers and numbers are initialised
// by the compiler.
#include "oracle.h"

namespace
{
struct Unit {
    double factor;
    constexpr explicit Unit(double f) : factor(f)
    {
    }
    virtual double to_si(double x) const
    {
        return x * factor;
    }
};
struct Shifted : Unit {
    double offset;
    constexpr Shifted(double f, double o) : Unit(f), offset(o)
    {
    }
    double to_si(double x) const override
    {
        return Unit::to_si(x) + offset;
    }
};
constexpr Unit metre(1), foot(0.3048);
constexpr Shifted celsius(1, 273.15), fahrenheit(5.0 / 9, 255.372);
const Unit *const all[] = {&metre, &foot, &celsius, &fahrenheit};

struct Quantity {
    double value;
    const Unit *unit;
    double si() const
    {
        return unit->to_si(value);
    }
};

double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        Quantity q{x[i], all[i]}, p = q;
        if (x[i] > 1)
            p.unit = &foot;
        s += q.si() * p.si() / s;
    }
    return s;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 20};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
