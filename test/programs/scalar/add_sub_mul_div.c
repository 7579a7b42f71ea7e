/* The four operations and a negation on doubles. */
#include "oracle.h"

static double f(double x, double y)
{
    return (x + y) * (x - y) / (x * y) - -x;
}

int main(void)
{
    /* f = x/y - y/x + x */
    double x = 1.7, y = -2.3;
    ORACLE_SCALAR2_IS(f, x, y, 1 / y + y / (x * x) + 1, -x / (y * y) - 1 / x);
    return oracle_result();
}
