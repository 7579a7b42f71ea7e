/* _Float128 with the library functions of glibc. */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#include <math.h>
#include "oracle.h"

extern __float128 sinf128(__float128), expf128(__float128), sqrtf128(__float128),
    powf128(__float128, __float128);

static double f(double x)
{
    __float128 q = x, s = sinf128(q) * expf128(-q) + sqrtf128(q) * powf128(q, 2.5Q);
    return (double)s;
}

int main(void)
{
    double x = 0.75;
    ORACLE_SCALAR_IS(f, x, exp(-x) * (cos(x) - sin(x)) + 3 * x * x);
    return oracle_result();
}
