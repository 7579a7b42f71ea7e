/* Contracted products and the fma builtins of all precisions. */
#include <math.h>
#include "oracle.h"

static double f(double x)
{
#pragma STDC FP_CONTRACT ON
    double a = x * x + sin(x);
    float b = __builtin_fmaf((float)x, 2.0f, 1.0f);
    long double c = fmal(x, x, (long double)a);
    return a * (double)c + (double)b * 0;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    return oracle_result();
}
