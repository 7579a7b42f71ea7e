/* enzyme_width 4 with branches, a loop and a helper. */
#include <math.h>
#include "oracle.h"

static double helper(double a, double b)
{
    return a > b ? a * sin(b) : b * b;
}

static double f(double x, double y)
{
    double s = 0;
    for (int i = 0; i < 4; i++) {
        s += helper(x + i, y);
        x = helper(y, x) * 0.5;
    }
    return s;
}

int main(void)
{
    double x = 0.8, y = 1.1;
    struct four g = __enzyme_fwddiff_4((void *)f, enzyme_width, 4, x, 1.0, 0.0, 1.0, 2.0, y, 0.0,
                                       1.0, 1.0, -1.0);
    double gx, gy;

    ORACLE_SCALAR2(f, x, y);
    gx = __enzyme_fwddiff((void *)f, x, 1.0, y, 0.0);
    gy = __enzyme_fwddiff((void *)f, x, 0.0, y, 1.0);
    CHECK(g.x, gx);
    CHECK(g.y, gy);
    CHECK(g.z, gx + gy);
    CHECK(g.w, 2 * gx - gy);
    return oracle_result();
}
