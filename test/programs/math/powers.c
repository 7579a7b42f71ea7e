/* pow with variable base and exponent, sqrt, cbrt, hypot. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return pow(x, y) + pow(x, 3) + pow(2, y) + sqrt(x * y) + cbrt(x) + hypot(x, y);
}

int main(void)
{
    double x = 1.7, y = 2.3, h = hypot(x, y);
    ORACLE_SCALAR2_IS(f, x, y,
                      y * pow(x, y - 1) + 3 * x * x + 0.5 * sqrt(y / x) +
                          1 / (3 * cbrt(x) * cbrt(x)) + x / h,
                      pow(x, y) * log(x) + pow(2, y) * log(2) + 0.5 * sqrt(x / y) + y / h);
    return oracle_result();
}
