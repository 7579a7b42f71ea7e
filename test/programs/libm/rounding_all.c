/* Rounding functions in all precisions and to integers: derivative zero, the rest goes on. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return x * (floor(x) + ceil(x) + trunc(x) + round(x) + rint(x) + nearbyint(x)) +
           x * (double)(lround(x) + llround(x) + lrint(x) + llrint(x));
}
static float g(float x)
{
    return x * (floorf(x) + ceilf(x) + truncf(x) + roundf(x) + rintf(x) + nearbyintf(x)) +
           x * (float)(lroundf(x) + llrintf(x));
}
static long double h(long double x)
{
    return x * (floorl(x) + ceill(x) + truncl(x) + roundl(x) + rintl(x) + nearbyintl(x)) +
           x * (lroundl(x) + llrintl(x));
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.7, 2 + 3 + 2 + 3 + 3 + 3 + 12);
    ORACLE_SCALAR_IS(f, -1.2, -1 - 2 - 1 - 1 - 1 - 1 - 4);
    ORACLE_FLOAT_IS(g, 2.7f, 2 + 3 + 2 + 3 + 3 + 3 + 6);
    ORACLE_LONG_IS(h, 2.7L, 2 + 3 + 2 + 3 + 3 + 3 + 6);
    return oracle_result();
}
