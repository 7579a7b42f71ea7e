/* Functions of glibc beyond ISO C11: narrowing arithmetic, IEEE 754-2019 extrema, exponents,
 * payloads. */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1
#include <math.h>
#include "oracle.h"

static double narrow(double x)
{
    return fadd(x, 1) * x + fmul(x, x) + dsubl(x, 0.5L) + fdiv(x, 3) + ddivl(1, x);
}
static double extrema(double x)
{
    return fmaximum(x, 0.2) * fminimum(x, 3.0) + fmaximum_num(x, 0.1) * x + fminimum_mag(x, 9.0) +
           fmaxmag(x, 0.3) * fminmag(x, 4.0);
}
static double exponents(double x)
{
    return (double)llogb(x) * x + roundeven(3 * x) * x + nextup(x) + nextdown(x) * x +
           nexttoward(x, 2.0L) + (double)fromfp(4 * x, 0, 32) * x;
}
static double constants(double x)
{
    double y = x;
    if (issignaling(x) || iszero(x) || totalorder(&x, &(double){-1}))
        return 0;
    return isnormal(x) && isunordered(x, nan("")) && finite(x) && !isinf(x)
               ? y * y + getpayload(&y) * 0 + (double)signbit(-x) * x
               : x;
}

int main(void)
{
    double x = 0.75, g = __enzyme_autodiff((void *)narrow, x);
    CHECK_TOL(g, 2 * x + 1 + 2 * x + 1 + 1. / 3 - 1 / (x * x), 1e-6);
    CHECK_TOL(__enzyme_fwddiff((void *)narrow, x, 1.0), g, 1e-6);
    ORACLE_SCALAR_IS(extrema, x, 2 * x + 2 * x + 1 + 2 * x);
    ORACLE_SCALAR(exponents, 0.7);
    CHECK(__enzyme_autodiff((void *)constants, x), 2 * x + 1);
    CHECK(__enzyme_fwddiff((void *)constants, x, 1.0), 2 * x + 1);
    return oracle_result();
}
