// A struct whose end is padding is passed by value between functions that call each other, in a
// program with float and double.
#include "oracle.h"

float sink;

struct line {
    line(double a, double p, bool flat) : a(a), p(p), flat(flat)
    {
    }
    double operator()(double x) const
    {
        return flat ? p : a * x * p;
    }
    double a, p;
    bool flat;
};

static double down(line g, double x, int n);

static double up(line g, double x, int n)
{
    double y = g(x);
    return n && y < 1 ? x + down(g, x * 2, n - 1) : y;
}

static double down(line g, double x, int n)
{
    double y = g(x);
    return n && y > 1 ? x + up(g, x / 2, n - 1) : y;
}

static double f(double x)
{
    sink = (float)x;
    return up(line(2, x, false), .6, 5) * x + sink;
}

int main()
{
    const double want = 0.6 + 4.8 * 0.3 + 1;
    CHECK(__enzyme_autodiff((void *)f, 0.3), want);
    CHECK(__enzyme_fwddiff((void *)f, 0.3, 1.0), want);
    return oracle_result();
}
