/* At exactly zero sqrt, cbrt and hypot have derivative zero by default. */
#include <math.h>
#include "oracle.h"

static double norm(double x, double y)
{
    return sqrt(x * x + y * y);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)norm, 0.0, 0.0);
    struct two h = __enzyme_autodiff_2((void *)hypot, 0.0, 0.0);

    CHECK(g.x, 0);
    CHECK(g.y, 0);
    CHECK(h.x, 0);
    CHECK(h.y, 0);
    CHECK(__enzyme_autodiff((void *)sqrt, 0.0), 0);
    CHECK(__enzyme_autodiff((void *)cbrt, 0.0), 0);
    CHECK(__enzyme_fwddiff((void *)sqrt, 0.0, 1.0), 0);
    return oracle_result();
}
