/* Three nested derivatives of x^5. */
#include "oracle.h"

static double f(double x)
{
    return x * x * x * x * x;
}
static double f1(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double f2(double x)
{
    return __enzyme_fwddiff((void *)f1, x, 1.0);
}

int main(void)
{
    double x = 1.5;

    CHECK(f1(x), 5 * x * x * x * x);
    CHECK(f2(x), 20 * x * x * x);
    CHECK(__enzyme_autodiff((void *)f2, x), 60 * x * x);
    CHECK(__enzyme_fwddiff((void *)f2, x, 1.0), 60 * x * x);
    return oracle_result();
}
