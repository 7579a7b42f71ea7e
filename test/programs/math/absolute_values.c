/* fabs, copysign and fdim on both sides. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return fabs(x) * x + copysign(y, x) + copysign(x * x, -3.0) + fdim(x, y);
}

int main(void)
{
    /* sign(x) x^2 + sign(x)|y| - x^2 + max(x - y, 0) */
    ORACLE_SCALAR2_IS(f, 2.0, -1.0, 4 - 4 + 1, -1 - 1);
    ORACLE_SCALAR2_IS(f, -2.0, 1.0, 4 + 4, -1);
    CHECK(__enzyme_autodiff((void *)fabs, 0.0), 1);
    return oracle_result();
}
