/* sincos writes both results through pointers. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    double s, c;
    sincos(x * x, &s, &c);
    return s * c + s;
}

int main(void)
{
    double x = 0.7, u = x * x;
    ORACLE_SCALAR_IS(f, x, 2 * x * (cos(2 * u) + cos(u)));
    return oracle_result();
}
