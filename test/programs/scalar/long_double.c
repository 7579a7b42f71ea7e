/* Extended precision: arithmetic and conversions to and from double. */
#include "oracle.h"

static long double f(long double x)
{
    double half = (double)(x * 0.5L);
    return x * x * x / 3.0L - half;
}

int main(void)
{
    long double x = 1.5L;
    ORACLE_LONG_IS(f, x, x * x - 0.5L);
    return oracle_result();
}
