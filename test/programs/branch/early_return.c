/* Several returns at different depths. */
#include "oracle.h"

static double f(double x, double y)
{
    if (x < 0)
        return y;
    double r = x * y;
    if (r > 10)
        return r * r;
    for (int i = 0; i < 3; i++) {
        r += x;
        if (r > 8)
            return r * y;
    }
    return r + x * x;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, -1.0, 5.0, 0, 1);
    ORACLE_SCALAR2_IS(f, 3.0, 4.0, 2 * 12 * 4, 2 * 12 * 3);
    ORACLE_SCALAR2_IS(f, 3.0, 2.0, (2 + 1) * 2, 3 * 2 + 9);
    ORACLE_SCALAR2_IS(f, 1.0, 1.5, 1.5 + 3 + 2, 1);
    return oracle_result();
}
