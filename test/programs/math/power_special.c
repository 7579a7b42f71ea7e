/* pow at a zero base, with a zero exponent, and a negative base with an exponent that is inactive
 * or has no tangent. */
#include <math.h>
#include "oracle.h"

static double power(double x, double y)
{
    return pow(x, y);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)power, 0.0, 2.0);
    struct two h = __enzyme_autodiff_2((void *)power, 3.0, 0.0);

    CHECK(g.x, 0);
    CHECK(g.y, 0);
    CHECK(h.x, 0);
    CHECK(h.y, log(3));
    CHECK(__enzyme_autodiff((void *)power, -2.0, enzyme_const, 3.0), 12);
    CHECK(__enzyme_fwddiff((void *)power, -2.0, 1.0, enzyme_const, 3.0), 12);
    CHECK(__enzyme_autodiff((void *)power, 0.0, enzyme_const, 1.0), 1);
    CHECK(__enzyme_fwddiff((void *)power, -2.0, 1.0, 3.0, 0.0),
          12); /* an exponent that has no tangent in this run */
    CHECK(__enzyme_fwddiff((void *)power, 0.0, 1.0, 0.0, 0.0), 0);
    return oracle_result();
}
