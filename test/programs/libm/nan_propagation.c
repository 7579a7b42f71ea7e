/* A NaN that is used makes the derivative NaN; an operand that does not count makes none. */
#include <math.h>
#include "oracle.h"

static double root(double x)
{
    return sqrt(x) + x;
}
static double logarithm(double x)
{
    return log(x) * x;
}
static double power(double x)
{
    return pow(x, 2.0) + pow(x, 3);
}
static double maximum(double x, double y)
{
    return fmax(x, y);
}
static double chosen(double x, double y)
{
    return x > 0 ? x * 2 : sqrt(y) * x;
}
static double remaining(double x, double y)
{
    return fmod(x, y) + hypot(x, 0 * y);
}

int main(void)
{
    CHECK_NAN(__enzyme_autodiff((void *)root, NAN));
    CHECK_NAN(__enzyme_fwddiff((void *)root, NAN, 1.0));
    CHECK_NAN(__enzyme_autodiff((void *)logarithm, NAN));
    CHECK_NAN(__enzyme_autodiff((void *)power, NAN));
    CHECK_NAN(__enzyme_fwddiff((void *)remaining, NAN, 1.0, 1.0, 0.0));
    struct two g = __enzyme_autodiff_2((void *)maximum, NAN, 2.0),
               h = __enzyme_autodiff_2((void *)chosen, 1.0, NAN);
    CHECK(g.x, 0);
    CHECK(g.y, 1);
    CHECK(h.x, 2);
    CHECK(h.y, 0);
    CHECK(__enzyme_autodiff((void *)power, 0.0), 0);
    CHECK(__enzyme_fwddiff((void *)power, -2.0, 1.0), 8);
    return oracle_result();
}
