/* libm functions in a table and as callback. */
#include <math.h>
#include "oracle.h"

static double (*const table[3])(double) = {sin, exp, sqrt};

static double apply(double (*g)(double), double x)
{
    return g(x) * x;
}

static double f(double x)
{
    double s = apply(cos, x);
    for (int i = 0; i < 3; i++)
        s += table[i](x) * (i + 1);
    return s;
}

int main(void)
{
    double x = 0.7;
    ORACLE_SCALAR_IS(f, x, cos(x) - x * sin(x) + cos(x) + 2 * exp(x) + 1.5 / sqrt(x));
    return oracle_result();
}
