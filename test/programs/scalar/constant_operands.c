/* Every operation with a literal on either side. */
#include "oracle.h"

static double f(double x)
{
    return 3.0 / x + x / 7.0 + (2.5 - x) * 4.0 - (x - 1.5) + (x + 6.0) * 0.5;
}

int main(void)
{
    double x = 0.8;
    ORACLE_SCALAR_IS(f, x, -3 / (x * x) + 1 / 7.0 - 4 - 1 + 0.5);
    return oracle_result();
}
