/* The l forms of the library, in extended precision. */
#include <math.h>
#include "oracle.h"

static long double f(long double x)
{
    return sinl(x) * expl(x) + logl(x) / sqrtl(x) + powl(x, 2.5L) + fabsl(-x) + atanl(x);
}

int main(void)
{
    long double x = 1.3L;
    ORACLE_LONG_IS(f, x,
                   expl(x) * (cosl(x) + sinl(x)) + (1 - 0.5L * logl(x)) / (x * sqrtl(x)) +
                       2.5L * x * sqrtl(x) + 1 + 1 / (1 + x * x));
    return oracle_result();
}
