/* enzyme_const on a double: its gradient is not returned. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * x * y;
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)f, 3.0, 5.0);

    CHECK(g.x, 30);
    CHECK(g.y, 9);
    CHECK(__enzyme_autodiff((void *)f, enzyme_const, 3.0, 5.0), 9);
    CHECK(__enzyme_autodiff((void *)f, 3.0, enzyme_const, 5.0), 30);
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0, enzyme_const, 5.0), 30);
    CHECK(__enzyme_fwddiff((void *)f, enzyme_const, 3.0, 5.0, 1.0), 9);
    return oracle_result();
}
