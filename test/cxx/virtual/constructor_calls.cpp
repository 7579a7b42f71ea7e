// A virtual call in a constructor runs the version of the class under construction; destructors
// write active memory.
#include "oracle.h"

namespace
{
struct Log {
    double *out;
    explicit Log(double *o, double x) : out(o)
    {
        *out += scale(x);
    }
    virtual ~Log()
    {
        *out *= 2;
    }
    virtual double scale(double x) const
    {
        return x * x;
    }
};
struct Deep : Log {
    double k;
    Deep(double *o, double x) : Log(o, x), k(x)
    {
        *out += scale(x);
    }
    ~Deep() override
    {
        *out += scale(k);
    }
    double scale(double x) const override
    {
        return x * x * x + k;
    }
};

double f(const double *x, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        Log *l = i % 2 ? new Deep(&total, x[i]) : new Log(&total, x[i]);
        total *= 0.5;
        delete l;
    }
    return total;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
