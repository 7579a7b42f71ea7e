/* Helpers that may not be inlined, called several times. */
#include "oracle.h"

__attribute__((noinline)) static double cube(double x)
{
    return x * x * x;
}

__attribute__((noinline)) static double mix(double a, double b, int k)
{
    return a * k + cube(b);
}

static double f(double x, double y)
{
    return mix(cube(x), y, 2) * mix(y, x, 3);
}

int main(void)
{
    double x = 0.7, y = 1.9, p = 2 * x * x * x + y * y * y, q = 3 * y + x * x * x;
    ORACLE_SCALAR2_IS(f, x, y, 6 * x * x * q + p * 3 * x * x, 3 * y * y * q + 3 * p);
    return oracle_result();
}
