/* Truncation to an integer has derivative zero, its use as a factor does not. */
#include "oracle.h"

static double f(double x)
{
    int whole = (int)x;
    return (x - whole) * whole + (double)whole;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 3.4, 3);
    ORACLE_SCALAR_IS(f, -2.6, -2);
    return oracle_result();
}
