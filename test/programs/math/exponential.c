/* exp, exp2, expm1, log, log2, log10, log1p. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return exp(x) * log(x) + exp2(x) + expm1(x) - log2(x) + log10(x) * log1p(x);
}

int main(void)
{
    double x = 0.7;
    ORACLE_SCALAR_IS(f, x,
                     exp(x) * (log(x) + 1 / x) + exp2(x) * log(2) + exp(x) - 1 / (x * log(2)) +
                         log1p(x) / (x * log(10)) + log10(x) / (1 + x));
    return oracle_result();
}
