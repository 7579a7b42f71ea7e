/* One function, its second derivative in all four combinations of modes. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    double r = x;
    for (int i = 0; i < 3; i++)
        r = sin(r) * x + r * r * 0.1;
    return r;
}

static double reverse(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double forward(double x)
{
    return __enzyme_fwddiff((void *)f, x, 1.0);
}

int main(void)
{
    double x = 0.8, ff = __enzyme_fwddiff((void *)forward, x, 1.0);

    ORACLE_SCALAR(f, x);
    ORACLE_SCALAR(reverse, x);
    ORACLE_SCALAR(forward, x);
    CHECK(__enzyme_fwddiff((void *)reverse, x, 1.0), ff);
    CHECK(__enzyme_autodiff((void *)forward, x), ff);
    CHECK(__enzyme_autodiff((void *)reverse, x), ff);
    return oracle_result();
}
