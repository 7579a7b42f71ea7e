/* The body runs before the first test. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = x;
    do {
        r = r * r * 0.5 + y;
    } while (r < 3);
    return r;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.5, 1.0);
    ORACLE_SCALAR2_IS(f, 5.0, 1.0, 5, 1);
    return oracle_result();
}
