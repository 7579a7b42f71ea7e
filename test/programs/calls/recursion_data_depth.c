/* The recursion depth depends on active data. */
#include "oracle.h"

static double shrink(double x, double y)
{
    if (x < 1)
        return x * y;
    return y * shrink(x * 0.6, y * y * 0.9) + x;
}

static double f(double x, double y)
{
    return shrink(x, y);
}

int main(void)
{
    ORACLE_SCALAR2(f, 5.0, 1.05);
    ORACLE_SCALAR2_IS(f, 0.5, 3.0, 3, 0.5);
    return oracle_result();
}
