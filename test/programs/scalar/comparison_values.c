/* All six comparisons used as numbers: piecewise constant factors. */
#include "oracle.h"

static double f(double x, double y)
{
    int flags = (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y);
    return flags * x + y;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 1.0, 2.0, 1 + 2 + 32, 1);
    ORACLE_SCALAR2_IS(f, 3.0, 2.0, 4 + 8 + 32, 1);
    return oracle_result();
}
