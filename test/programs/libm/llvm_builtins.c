/* Mathematical builtins of clang, some without a library function behind them. */
#include "oracle.h"

static double f(double x)
{
    double s = __builtin_elementwise_exp10(0.3 * x) + __builtin_powi(x, 3) + __builtin_powi(x, -2);
    s += __builtin_canonicalize(x) * __builtin_elementwise_maximum(x, 0.2) +
         __builtin_elementwise_minimumnum(x, 3.0) * x;
    s += __builtin_elementwise_pow(x, 1.5) + __builtin_elementwise_fma(x, x, 1.0) +
         __builtin_roundeven(x) * x;
    s += __builtin_elementwise_tan(x) + __builtin_elementwise_atan2(x, 2.0) +
         __builtin_elementwise_cosh(x);
    return s + __builtin_isfpclass(x, 0x3fc) * x + __builtin_ldexp(x, 2) +
           __builtin_copysign(x, -1.0);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    ORACLE_SCALAR(f, 1.2);
    return oracle_result();
}
