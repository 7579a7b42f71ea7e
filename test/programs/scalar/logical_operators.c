/* Short-circuit conditions decide which expression counts. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = 0;
    if (x > 0 && y > 0)
        r += x * y;
    if (x > 10 || y < 0)
        r += x - y * y;
    if (!(x > 0))
        r += 5 * x;
    return r;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 2.0, 3.0, 3, 2);
    ORACLE_SCALAR2_IS(f, 11.0, 3.0, 3 + 1, 11 - 6);
    ORACLE_SCALAR2_IS(f, -2.0, -3.0, 1 + 5, 6);
    return oracle_result();
}
