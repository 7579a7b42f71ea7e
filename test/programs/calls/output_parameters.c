/* Helpers with several results through pointers. */
#include "oracle.h"

__attribute__((noinline)) static int divide(double a, double b, double *quotient, double *square)
{
    if (b == 0)
        return -1;
    *quotient = a / b;
    *square = *quotient * *quotient;
    return 0;
}

static double f(double x, double y)
{
    double q = 0, s = 0, unused = 1;
    if (divide(x, y, &q, &s) < 0)
        return -1;
    divide(x, 0, &unused, &unused);
    return q + s * x + unused;
}

int main(void)
{
    /* x/y + x^3/y^2 + 1 */
    double x = 0.7, y = 1.9;
    ORACLE_SCALAR2_IS(f, x, y, 1 / y + 3 * x * x / (y * y),
                      -x / (y * y) - 2 * x * x * x / (y * y * y));
    return oracle_result();
}
