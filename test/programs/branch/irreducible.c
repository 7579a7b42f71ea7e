/* A cycle with two entries. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = x;
    int i = 0;
    if (y > 0)
        goto middle;
top:
    r = r * x + y;
    i++;
middle:
    r = r * 0.5 + y * y;
    i++;
    if (i < 6)
        goto top;
    return r * r;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 0.3);
    ORACLE_SCALAR2(f, 0.8, -0.3);
    return oracle_result();
}
