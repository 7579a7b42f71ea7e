/* Reassociable sums, reciprocals and contractions. */
#include "oracle.h"

static double f(double x, double y)
{
    return (x + y) + (x - y) * 3 / y + x / (y * y) - (x * y + x);
}

int main(void)
{
    double x = 0.7, y = 1.9;
    ORACLE_SCALAR2_IS(f, x, y, 1 + 3 / y + 1 / (y * y) - y - 1,
                      1 - 3 * x / (y * y) - 2 * x / (y * y * y) - x);
    return oracle_result();
}
