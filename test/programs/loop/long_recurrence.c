/* Twenty thousand steps of a scalar recurrence. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = x;
    for (int i = 0; i < 20000; i++)
        r = r + 1e-4 * (y - r * r);
    return r;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.3, 1.7);
    return oracle_result();
}
