/* A volatile local carries derivatives like any other memory. */
#include "oracle.h"

static double f(double x)
{
    volatile double v = x * x;
    v = v + x;
    return v * 2;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 1.5, 2 * (3 + 1));
    return oracle_result();
}
