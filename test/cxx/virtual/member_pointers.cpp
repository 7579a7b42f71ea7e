// Pointers to member functions, virtual and not, and to data members.
#include "oracle.h"

namespace
{
struct Gas {
    double p, t;
    virtual ~Gas() = default;
    virtual double density() const
    {
        return p / t;
    }
    double product() const
    {
        return p * t;
    }
    virtual double work(double dv) const
    {
        return p * dv;
    }
};
struct Steam : Gas {
    double density() const override
    {
        return p * p / t;
    }
    double work(double dv) const override
    {
        return Gas::work(dv) + dv * dv * t;
    }
};

using Property = double (Gas::*)() const;
const Property properties[] = {&Gas::density, &Gas::product};

double sum_of(const Gas &g, double Gas::*member, double dv)
{
    double sum = g.*member;
    for (Property each : properties)
        sum += (g.*each)() * sum;
    double (Gas::*work)(double) const = &Gas::work;
    return sum + (g.*work)(dv);
}

double f(const double *x, int n)
{
    Gas g;
    Steam s;
    g.p = x[0], g.t = x[1];
    s.p = x[1] * x[2], s.t = x[0] + 3;
    return sum_of(g, &Gas::p, x[2]) + sum_of(s, &Gas::t, x[0]);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
