/* sin, cos, tan and their inverses in one expression. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return sin(x) * cos(2 * x) + tan(x) + asin(x / 2) - acos(x / 3) * atan(x);
}

int main(void)
{
    double x = 0.7;
    ORACLE_SCALAR_IS(f, x,
                     cos(x) * cos(2 * x) - 2 * sin(x) * sin(2 * x) + 1 / (cos(x) * cos(x)) +
                         0.5 / sqrt(1 - x * x / 4) + atan(x) / (3 * sqrt(1 - x * x / 9)) -
                         acos(x / 3) / (1 + x * x));
    return oracle_result();
}
