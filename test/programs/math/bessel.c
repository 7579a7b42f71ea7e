/* Bessel functions of both kinds. */
#define _GNU_SOURCE
#include <math.h>
#include "oracle.h"

static double f(double x)
{
    return j0(x) * j1(x) + jn(3, x) + y0(x) - y1(x) * yn(2, x);
}

int main(void)
{
    ORACLE_SCALAR(f, 2.7);
    return oracle_result();
}
