/* __enzyme_iter(n, k): a series that has k terms more with each derivative. */
#include "oracle.h"

extern int __enzyme_iter(int, int);
extern long __enzyme_iter_long(long, int);

static double series(double x)
{
    double s = 0, power = 1;
    for (int i = 0; i < __enzyme_iter(3, 1); i++) {
        s += power;
        power *= x;
    }
    return s;
}
static double forward(double x)
{
    return __enzyme_fwddiff((void *)series, x, 1.0);
}
static double reverse(double x)
{
    return __enzyme_autodiff((void *)series, x);
}
static double second(double x)
{
    return __enzyme_fwddiff((void *)reverse, x, 1.0);
}

/* The number is an argument, and the loop is in a function of its own. */
static void powers(double *out, double x, long n)
{
    out[0] = 1;
    for (long i = 1; i < n; i++)
        out[i] = out[i - 1] * x;
}
static double sum(double x, int n)
{
    double term[16], s = 0;
    long count = __enzyme_iter_long(n, 2);
    powers(term, x, count);
    for (long i = 0; i < count; i++)
        s += term[i];
    return s;
}

/* The sum of the m-th derivatives at 1 of the powers below n. */
static double falling(int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double p = 1;
        for (int k = 0; k < m; k++)
            p *= i - k;
        s += p;
    }
    return s;
}

int main(void)
{
    CHECK(series(1), 3);
    CHECK(forward(1), falling(4, 1));
    CHECK(reverse(1), falling(4, 1));
    CHECK(second(1), falling(5, 2));
    CHECK(__enzyme_fwddiff((void *)forward, 1.0, 1.0), falling(5, 2));
    CHECK(__enzyme_autodiff((void *)reverse, 1.0), falling(5, 2));
    CHECK(__enzyme_autodiff((void *)second, 1.0), falling(6, 3));
    CHECK(__enzyme_autodiff((void *)sum, 1.0, 5), falling(7, 1));
    CHECK(__enzyme_fwddiff((void *)sum, 1.0, 1.0, 5), falling(7, 1));
    return oracle_result();
}
