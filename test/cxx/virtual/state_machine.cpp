// Objects hold pointers to each other and exchange them: a virtual call chosen by data in every
// step of a loop.
#include "oracle.h"

namespace
{
struct Regime {
    virtual double step(double x, const Regime **next) const = 0;

  protected:
    ~Regime() = default;
};
struct Grow final : Regime {
    double rate;
    const Regime *other = nullptr;
    double step(double x, const Regime **next) const override
    {
        if (x > 2)
            *next = other;
        return x * rate;
    }
};
struct Decay final : Regime {
    double by;
    const Regime *other = nullptr;
    double step(double x, const Regime **next) const override
    {
        if (x < 1)
            *next = other;
        return x - by * x * x;
    }
};

double f(const double *x, int n)
{
    Grow g;
    Decay d;
    g.rate = x[1], g.other = &d;
    d.by = x[2], d.other = &g;
    const Regime *now = &g;
    double v = x[0], sum = 0;
    for (int i = 0; i < 25; i++) {
        v = now->step(v, &now);
        sum += v * v;
    }
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.9, 1.4, 0.13};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
