// An abstract interface between a time stepper and a system, both chosen at run time; state vectors
// on the heap.
#include "oracle.h"
#include <memory>
#include <vector>

namespace
{
using State = std::vector<double>;
class System
{
  public:
    virtual ~System() = default;
    virtual void rhs(const State &y, State &dy) const = 0;
};
class Pendulum : public System
{
    double k, c;

  public:
    Pendulum(double k, double c) : k(k), c(c)
    {
    }
    void rhs(const State &y, State &dy) const override
    {
        dy[0] = y[1];
        dy[1] = -k * y[0] * (1 - y[0] * y[0] / 6) - c * y[1];
    }
};
class Decay : public System
{
    double rate;

  public:
    explicit Decay(double r) : rate(r)
    {
    }
    void rhs(const State &y, State &dy) const override
    {
        for (std::size_t i = 0; i < y.size(); i++)
            dy[i] = -rate * y[i];
    }
};
class Stepper
{
  protected:
    const System &system;

  public:
    explicit Stepper(const System &s) : system(s)
    {
    }
    virtual ~Stepper() = default;
    virtual void step(State &y, double h) = 0;
};
class Euler : public Stepper
{
    using Stepper::Stepper;
    void step(State &y, double h) override
    {
        State dy(y.size());
        system.rhs(y, dy);
        for (std::size_t i = 0; i < y.size(); i++)
            y[i] += h * dy[i];
    }

  public:
    explicit Euler(const System &s) : Stepper(s)
    {
    }
};
class Midpoint : public Stepper
{
    State half, dy;
    void step(State &y, double h) override
    {
        half.resize(y.size());
        dy.resize(y.size());
        system.rhs(y, dy);
        for (std::size_t i = 0; i < y.size(); i++)
            half[i] = y[i] + h / 2 * dy[i];
        system.rhs(half, dy);
        for (std::size_t i = 0; i < y.size(); i++)
            y[i] += h * dy[i];
    }

  public:
    explicit Midpoint(const System &s) : Stepper(s)
    {
    }
};

double f(const double *x, int n)
{
    Pendulum p(x[0], x[1]);
    Decay d(x[0]);
    std::unique_ptr<Stepper> steppers[] = {
        std::make_unique<Euler>(p), std::make_unique<Midpoint>(p), std::make_unique<Midpoint>(d)};
    double sum = 0;
    for (auto &s : steppers) {
        State y{x[2], 0.25};
        for (int i = 0; i < 8; i++)
            s->step(y, 0.1);
        sum += y[0] * y[0] + y[1];
    }
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.5, 0.125, 1.25};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
