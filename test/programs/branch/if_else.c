/* Two arms, each differentiated at a point of its own. */
#include "oracle.h"

static double f(double x)
{
    double r;
    if (x > 1)
        r = x * x;
    else
        r = 3 * x + 1;
    return r * x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 12);
    ORACLE_SCALAR_IS(f, 0.5, 4);
    return oracle_result();
}
