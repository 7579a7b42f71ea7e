/* A composition of small functions. */
#include "oracle.h"

static double square(double x)
{
    return x * x;
}
static double shift(double x)
{
    return x + 3;
}
static double invert(double x)
{
    return 1 / x;
}

static double f(double x)
{
    return square(invert(shift(square(x)))) + shift(invert(x));
}

int main(void)
{
    double x = 1.1, u = x * x + 3;
    ORACLE_SCALAR_IS(f, x, -4 * x / (u * u * u) - 1 / (x * x));
    return oracle_result();
}
