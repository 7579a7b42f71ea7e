/* atan2 in all four quadrants. */
#include <math.h>
#include "oracle.h"

static double f(double y, double x)
{
    return atan2(y, x);
}

int main(void)
{
    for (int k = 0; k < 4; k++) {
        double y = k & 1 ? 1.2 : -1.2, x = k & 2 ? 0.7 : -0.7, r2 = x * x + y * y;
        ORACLE_SCALAR2_IS(f, y, x, x / r2, -y / r2);
    }
    return oracle_result();
}
