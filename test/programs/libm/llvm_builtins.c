/* Mathematical builtins of clang, some without a library function behind them. */
#include "oracle.h"

/* What clang 19 does not have. */
static double of_later_versions(double x)
{
    double s = 0;
#if __has_builtin(__builtin_elementwise_exp10)
    s += __builtin_elementwise_exp10(0.3 * x);
#endif
#if __clang_major__ >= 20 /* for x86, 19 has no code for it */
    s += __builtin_canonicalize(x);
#endif
#if __has_builtin(__builtin_elementwise_maximum)
    s += x * __builtin_elementwise_maximum(x, 0.2);
#endif
#if __has_builtin(__builtin_elementwise_minimumnum)
    s += __builtin_elementwise_minimumnum(x, 3.0) * x;
#endif
#if __has_builtin(__builtin_elementwise_atan2)
    s += __builtin_elementwise_atan2(x, 2.0);
#endif
    return s;
}

static double f(double x)
{
    double s = of_later_versions(x) + __builtin_powi(x, 3) + __builtin_powi(x, -2);
    s += __builtin_elementwise_pow(x, 1.5) + __builtin_elementwise_fma(x, x, 1.0) +
         __builtin_roundeven(x) * x;
    s += __builtin_elementwise_tan(x) + __builtin_elementwise_cosh(x);
    return s + __builtin_isfpclass(x, 0x3fc) * x + __builtin_ldexp(x, 2) +
           __builtin_copysign(x, -1.0);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    ORACLE_SCALAR(f, 1.2);
    return oracle_result();
}
