/* One merge point with values from five predecessors, some of them constant. */
#include "oracle.h"

static double f(double x, double y)
{
    double r, t;
    int k = (int)(x * 4);
    if (k == 0)
        r = x, t = 1;
    else if (k == 1)
        r = y, t = x;
    else if (k == 2)
        r = 3, t = y;
    else if (k == 3)
        r = x * y, t = r;
    else
        r = t = x - y;
    return r * t;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 0.1, 2.0, 1, 0);
    ORACLE_SCALAR2_IS(f, 0.4, 2.0, 2, 0.4);
    ORACLE_SCALAR2_IS(f, 0.6, 2.0, 0, 3);
    ORACLE_SCALAR2_IS(f, 0.9, 2.0, 2 * 1.8 * 2, 2 * 1.8 * 0.9);
    ORACLE_SCALAR2_IS(f, 1.2, 2.0, -1.6, 1.6);
    return oracle_result();
}
