// The place of a virtual base is read from a table: what lies around it in the object is not mixed
// up, though the analysis of types cannot tell.
#include "oracle.h"
#include <vector>

struct base {
    double u;
    explicit base(double a) : u(a)
    {
    }
    virtual ~base()
    {
    }
    virtual double value(double a) const = 0;
    virtual base *clone() const = 0;
};

struct plain : base {
    explicit plain(double a) : base(a)
    {
    }
    double value(double a) const override
    {
        return u * a * a;
    }
    plain *clone() const override
    {
        return new plain(*this);
    }
};

struct wide : virtual base {
    double m;
    std::vector<double> w;
    explicit wide(double a) : base(2 * a), m(a * a), w(3, a)
    {
        w[1] *= a * a;
    }
    double value(double a) const override
    {
        return m + w[1] * w[2] + u * a;
    }
    wide *clone() const override
    {
        return new wide(*this);
    }
};

static double f(const double *x, int n)
{
    base *p = n < 2 ? static_cast<base *>(new plain(x[0])) : new wide(x[0]);
    base *q = p->clone();
    delete p;
    double r = q->value(x[n - 1]);
    delete q;
    return r;
}

int main()
{
    const double x[] = {0.7, 1.3};
    ORACLE_GRADIENT(f, x, 1);
    ORACLE_GRADIENT(f, x, 2);
    return oracle_result();
}
