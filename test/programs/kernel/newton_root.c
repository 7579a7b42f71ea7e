/* Newton's square root with a data-dependent number of steps. */
#include <math.h>
#include "oracle.h"

static double f(double a)
{
    double x = a;
    while (fabs(x * x - a) > 1e-14 * a)
        x = 0.5 * (x + a / x);
    return x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 0.5 / sqrt(2));
    ORACLE_SCALAR_IS(f, 300.0, 0.5 / sqrt(300));
    return oracle_result();
}
