/* Second and mixed derivatives by two tangents. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return sin(x) * y * y + x * x * x;
}

static double fx(double x, double y)
{
    return __enzyme_fwddiff((void *)f, x, 1.0, y, 0.0);
}

int main(void)
{
    double x = 0.7, y = 1.9;

    CHECK(fx(x, y), cos(x) * y * y + 3 * x * x);
    CHECK(__enzyme_fwddiff((void *)fx, x, 1.0, y, 0.0), -sin(x) * y * y + 6 * x);
    CHECK(__enzyme_fwddiff((void *)fx, x, 0.0, y, 1.0), 2 * cos(x) * y);
    return oracle_result();
}
