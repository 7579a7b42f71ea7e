/* A function passed as argument to a helper. */
#include "oracle.h"

static double square(double x)
{
    return x * x;
}
static double invert(double x)
{
    return 1 / x;
}

__attribute__((noinline)) static double twice(double (*g)(double), double x)
{
    return g(g(x) + 1);
}

static double f(double x)
{
    return twice(square, x) + twice(invert, x);
}

int main(void)
{
    /* (x^2+1)^2 + x/(x+1) */
    double x = 1.4;
    ORACLE_SCALAR_IS(f, x, 4 * x * (x * x + 1) + 1 / ((x + 1) * (x + 1)));
    return oracle_result();
}
