/* modf, frexp, ldexp and scalbn. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    double whole, fraction = modf(x, &whole);
    int exponent;
    double mantissa = frexp(x, &exponent);
    return fraction * whole + mantissa * exponent + ldexp(x, 3) + scalbn(x * x, -1);
}

int main(void)
{
    /* 5.25 = 0.65625 * 2^3: whole 5, exponent 3 */
    ORACLE_SCALAR_IS(f, 5.25, 5 + 3 / 8.0 + 8 + 5.25);
    return oracle_result();
}
