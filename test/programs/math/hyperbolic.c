/* sinh, cosh, tanh and their inverses. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return sinh(x) * cosh(x) + tanh(x) + asinh(x) + acosh(x + 1) + atanh(x / 2);
}

int main(void)
{
    double x = 0.7, u = x + 1;
    ORACLE_SCALAR_IS(f, x,
                     cosh(2 * x) + 1 / (cosh(x) * cosh(x)) + 1 / sqrt(1 + x * x) +
                         1 / sqrt(u * u - 1) + 0.5 / (1 - x * x / 4));
    return oracle_result();
}
