/* Conditional expressions, nested and with active arms. */
#include "oracle.h"

static double f(double x, double y)
{
    double larger = x > y ? x : y;
    double scaled = larger > 3 ? larger * 2 : larger < 0 ? -larger : larger * larger;
    return scaled * (y > 0 ? y : 1.0);
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 5.0, 2.0, 4, 10);
    ORACLE_SCALAR2_IS(f, 1.5, 2.0, 0, 3 * 2.0 * 2.0);
    ORACLE_SCALAR2_IS(f, -3.0, -1.0, 0, -1);
    return oracle_result();
}
