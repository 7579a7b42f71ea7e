/* enzyme_width 2 on scalars: one lane per input gives the gradient. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * x * y;
}

int main(void)
{
    struct two g = __enzyme_fwddiff_2((void *)f, enzyme_width, 2, 3.0, 1.0, 0.0, 5.0, 0.0, 1.0);

    CHECK(g.x, 30);
    CHECK(g.y, 9);
    return oracle_result();
}
