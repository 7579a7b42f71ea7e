/* A max tie gives the derivative to the first operand, a min tie to the second. */
#include <math.h>
#include "oracle.h"

static double largest(double x, double y)
{
    return fmax(x, y);
}
static double smallest(double x, double y)
{
    return fmin(x, y);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)largest, 2.0, 2.0);
    struct two h = __enzyme_autodiff_2((void *)smallest, 2.0, 2.0);

    CHECK(g.x, 1);
    CHECK(g.y, 0);
    CHECK(h.x, 0);
    CHECK(h.y, 1);
    CHECK(__enzyme_fwddiff((void *)largest, 2.0, 3.0, 2.0, 5.0), 3);
    CHECK(__enzyme_fwddiff((void *)smallest, 2.0, 3.0, 2.0, 5.0), 5);
    return oracle_result();
}
