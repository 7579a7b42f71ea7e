/* Explicit enzyme_dup on scalars in forward mode. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * y * y;
}

int main(void)
{
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, 2.0, 0.5, enzyme_dup, 3.0, 0.25),
          0.5 * 9 + 0.25 * 12);
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, 2.0, 0.5, enzyme_const, 3.0), 4.5);
    return oracle_result();
}
