/* floor, ceil, trunc, round and rint have derivative zero, their factors do not. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return x * (floor(x) + 10 * ceil(x) + 100 * trunc(x) + 1000 * round(x) + 10000 * rint(x)) +
           lround(x) * x + nearbyint(x);
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.7, 2 + 30 + 200 + 3000 + 30000 + 3);
    ORACLE_SCALAR_IS(f, -1.3, -2 - 10 - 100 - 1000 - 10000 - 1);
    return oracle_result();
}
