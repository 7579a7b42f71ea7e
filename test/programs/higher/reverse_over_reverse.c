/* Second derivatives by two reverse sweeps. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return exp(x * y) + x * x * x;
}

static double fx(double x, double y)
{
    return __enzyme_autodiff_2((void *)f, x, y).x;
}

int main(void)
{
    double x = 0.7, y = 1.1, e = exp(x * y);
    struct two h = __enzyme_autodiff_2((void *)fx, x, y);

    CHECK(fx(x, y), y * e + 3 * x * x);
    CHECK(h.x, y * y * e + 6 * x);
    CHECK(h.y, e * (1 + x * y));
    return oracle_result();
}
