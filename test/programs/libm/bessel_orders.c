/* Bessel functions of both kinds; the order is an integer, perhaps from data. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    double s = j0(x) * y1(x) + j1(x) * y0(x);
    for (int n = -2; n < 4; n++)
        s += jn(n, x) * n + yn(n, x) / (n + 5);
    return s;
}
static double g(double x)
{
    return jn((int)x, x) + yn((int)(3 * x), 0.5 * x);
}

int main(void)
{
    ORACLE_SCALAR(f, 1.7);
    ORACLE_SCALAR(f, 6.1);
    ORACLE_SCALAR(g, 2.4);
    return oracle_result();
}
