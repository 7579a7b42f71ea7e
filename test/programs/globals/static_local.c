/* A static local used as scratch within one call. */
#include "oracle.h"

static double square(double v)
{
    static double scratch;
    scratch = v;
    scratch *= v;
    return scratch;
}

static double f(double x)
{
    return square(square(x) + x) * square(x);
}

int main(void)
{
    /* (x^2 + x)^2 x^2 = x^6 + 2 x^5 + x^4 */
    double x = 1.3;
    ORACLE_SCALAR_IS(f, x, x * x * x * (6 * x * x + 10 * x + 4));
    return oracle_result();
}
