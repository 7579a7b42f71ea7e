/* A floating-point loop variable, active step. */
#include "oracle.h"

static double f(double h, double y)
{
    double s = 0;
    for (double t = 0; t < 1; t += h)
        s += t * t * y * h;
    return s;
}

int main(void)
{
    /* h = 0.13: t = 0, h, ..., 7h; s = y h^3 (0 + 1 + ... + 49) */
    double h = 0.13, y = 2.5;
    ORACLE_SCALAR2_IS(f, h, y, 3 * h * h * y * 140, h * h * h * 140);
    return oracle_result();
}
