/* fmod and remainder: one for x, minus the quotient for y. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return fmod(x, y) * 2 + remainder(x, y) * 10;
}

int main(void)
{
    /* 7.5/2: trunc 3, nearest 4; -7.5/2: trunc -3, nearest -4 */
    ORACLE_SCALAR2_IS(f, 7.5, 2.0, 12, -6 - 40);
    ORACLE_SCALAR2_IS(f, -7.5, 2.0, 12, 6 + 40);
    return oracle_result();
}
