// A diamond: the virtual base is found through offsets in the vtable, construction uses a table of
// vtables (VTT).
#include "oracle.h"

namespace
{
struct State {
    double q;
    explicit State(double q) : q(q)
    {
    }
    virtual ~State() = default;
    virtual double energy() const
    {
        return q * q;
    }
};
struct Moving : virtual State {
    double p;
    Moving(double q, double p) : State(q), p(p)
    {
    }
    double energy() const override
    {
        return State::energy() + p * p / 2;
    }
};
struct Damped : virtual State {
    double d;
    Damped(double q, double d) : State(q), d(d)
    {
    }
    virtual double loss() const
    {
        return d * q;
    }
};
struct Oscillator : Moving, Damped {
    Oscillator(double q, double p, double d) : State(q), Moving(-1, p), Damped(-1, d)
    {
    }
    double energy() const override
    {
        return Moving::energy() - loss();
    }
    double loss() const override
    {
        return Damped::loss() * p;
    }
};

double of(const State &s, const Damped &d)
{
    return s.energy() * d.loss() + d.energy();
}

double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 2 < n; i++) {
        Oscillator o(x[i], x[i + 1], x[i + 2]);
        sum += of(o, o);
    }
    return sum;
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -0.25, 2.0, 0.75};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
