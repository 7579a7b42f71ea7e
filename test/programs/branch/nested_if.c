/* Four leaves under two levels of conditions. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = x;
    if (x > 0) {
        if (y > 0)
            r *= y;
        else
            r -= y * y;
        r *= 2;
    } else {
        if (y > x)
            r = y * y * y;
        r += x * y;
    }
    return r;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 2.0, 3.0, 6, 4);
    ORACLE_SCALAR2_IS(f, 2.0, -3.0, 2, 12);
    ORACLE_SCALAR2_IS(f, -2.0, 3.0, 3, 27 - 2);
    ORACLE_SCALAR2_IS(f, -2.0, -3.0, 1 - 3, -2);
    return oracle_result();
}
