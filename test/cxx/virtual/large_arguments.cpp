// Virtual functions with structs by value: in registers, in memory, with pointers inside, and of
// class types with destructors.
#include "oracle.h"

namespace
{
struct Big {
    double v[5];
};
struct View {
    const double *p;
    int n;
};
struct Mixed {
    double x;
    int k;
};
struct Owner {
    double *p;
    explicit Owner(double x) : p(new double(x))
    {
    }
    Owner(const Owner &o) : p(new double(*o.p))
    {
    }
    ~Owner()
    {
        delete p;
    }
};
struct Visitor {
    virtual ~Visitor() = default;
    virtual double big(Big b, double k) = 0;
    virtual double view(View v) = 0;
    virtual double mixed(Mixed m, Mixed n) = 0;
    virtual Owner owner(Owner o) = 0;
};
struct Linear : Visitor {
    double s = 0;
    double big(Big b, double k) override
    {
        b.v[0] *= k;
        return s += b.v[0] + b.v[4];
    }
    double view(View v) override
    {
        for (int i = 0; i < v.n; i++)
            s += v.p[i];
        return s;
    }
    double mixed(Mixed m, Mixed n) override
    {
        return m.x * n.k + n.x * m.k;
    }
    Owner owner(Owner o) override
    {
        *o.p *= 2;
        return o;
    }
};
struct Square : Linear {
    double view(View v) override
    {
        for (int i = 0; i < v.n; i++)
            s += v.p[i] * v.p[i];
        return s;
    }
    Owner owner(Owner o) override
    {
        return Owner(*o.p * *o.p);
    }
};

double run(Visitor &v, const double *x, int n)
{
    Big b{{x[0], x[1], x[2], x[0] * x[1], x[1] * x[2]}};
    double r = v.big(b, x[2]) + b.v[0];
    r += v.view({x, n}) * v.view({b.v, 5});
    r *= v.mixed({x[0], 2}, {x[1], 3});
    Owner o(r);
    return *v.owner(v.owner(o)).p + *o.p;
}
double f(const double *x, int n)
{
    Linear l;
    Square s;
    return run(l, x, n) + run(s, x, n);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
