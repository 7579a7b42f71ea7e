// Many virtual functions of one type: only those of the slot that is called take part, and a class
// whose other functions cannot be differentiated does no harm.
#include "oracle.h"
#include <cstdio>

namespace
{
double unknown_to_everybody(double x);

struct Gas {
    virtual ~Gas() = default;
    virtual double density(double t) const
    {
        return 1 / t;
    }
    virtual double enthalpy(double t) const
    {
        return 3 * t;
    }
    virtual double entropy(double t) const
    {
        return t * t;
    }
    virtual double table(double t) const = 0;
};
struct Ideal : Gas {
    double r;
    explicit Ideal(double r) : r(r)
    {
    }
    double density(double t) const override
    {
        return r / t;
    }
    double enthalpy(double t) const override
    {
        return r * t;
    }
    double table(double t) const override
    {
        return r;
    }
};
struct Real : Gas {
    double a, b;
    Real(double a, double b) : a(a), b(b)
    {
    }
    double density(double t) const override
    {
        return a / (t + b);
    }
    double entropy(double t) const override
    {
        return a * t * t * b;
    }
    // Reads a file: has no derivative, and is not called.
    double table(double t) const override
    {
        double v = t;
        std::FILE *f = std::fopen("/dev/null", "r");
        while (f && std::fscanf(f, "%lf", &v) == 1)
            v = unknown_to_everybody(v);
        if (f)
            std::fclose(f);
        return v;
    }
};
double unknown_to_everybody(double x)
{
    __asm__ volatile("" : "+x"(x));
    return x;
}

double f(const double *x, int n)
{
    Ideal i(x[0]);
    Real r(x[1], x[2]);
    const Gas *all[] = {&i, &r};
    double s = 1;
    for (int k = 0; k < 4; k++) {
        const Gas *g = all[k % 2];
        s += g->density(2 + s) * g->enthalpy(x[k % n]) + g->entropy(s);
        s /= 2;
    }
    return s;
}
double plain_table(const Gas *g, double t)
{
    return g->table(t);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    Real r(1, 2);
    CHECK(plain_table(&r, 3), 3);
    return oracle_result();
}
