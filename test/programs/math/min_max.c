/* fmin and fmax away from ties, and with constants. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return fmin(x * x, y) + 3 * fmax(x, y) + fmax(x, 0) * fmin(y, 10);
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 1.5, 2.0, 2, 1 + 3 + 1.5);
    ORACLE_SCALAR2_IS(f, -1.2, 1.5, 2 * -1.2, 3);
    return oracle_result();
}
