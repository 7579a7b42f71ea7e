// A functor with a tail of padding, made by a constructor, goes by value through functions that
// call each other, in a program with float and double.
#include "oracle.h"
#include <cmath>

namespace
{
float sink;

struct residual {
    residual(double a, double p, bool inverse) : a(a), p(p), inverse(inverse)
    {
    }
    double operator()(double x) const
    {
        return inverse ? p * x : a * x * p;
    }
    double a, p;
    bool inverse;
};

struct bracket {
    bracket(const residual &f, double low, bool open) : f(f), low(low), open(open)
    {
    }
    residual f;
    double low;
    bool open;
};

double down(residual f, double x, int n);

double up(residual f, double x, int n)
{
    double y = f(x);
    return n && y < 1 ? x + down(f, x * 2, n - 1) : y;
}

double down(residual f, double x, int n)
{
    double y = f(x);
    return n && y > 1 ? x + up(f, x / 2, n - 1) : y;
}

// The copy that is handed on is changed on the way, and the flag at its end is read.
double narrow(bracket b, int n)
{
    if (!n)
        return b.open ? b.f(b.low) : b.low;
    b.low += b.f(b.low) / (n + 1);
    b.open = !b.open;
    b.f.inverse = b.open != b.f.inverse;
    return b.low * narrow(b, n - 1) + up(b.f, b.low, n);
}

double f(const double *x, int n)
{
    sink = (float)x[0];
    return up(residual(2, x[0], false), .6, 5) * x[1] +
           narrow(bracket(residual(x[1], x[n - 1], true), x[0], false), 4);
}
} // namespace

int main()
{
    const double x[3] = {0.3, 0.7, 0.45};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
