/* erf, erfc, lgamma and tgamma. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return erf(x) - x * erfc(x);
}

static double g(double x)
{
    return lgamma(x) + tgamma(x);
}

int main(void)
{
    double x = 0.7, e = 2 / sqrt(acos(-1)) * exp(-x * x);
    ORACLE_SCALAR_IS(f, x, e - erfc(x) + x * e);
    ORACLE_SCALAR(g, 2.5);
    /* psi(1) = -gamma, tgamma(1) = 1 */
    ORACLE_SCALAR_IS(g, 1.0, -2 * 0.57721566490153286061);
    return oracle_result();
}
