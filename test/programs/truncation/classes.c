/* What a number is depends on its format; functions that write through a pointer have names of
 * their own for each. */
#include "oracle.h"
#include <math.h>

typedef double function(double);
function *__enzyme_truncate_op_func(void *, int, int);

static double normal(double x)
{
    return isnormal(x * 1e-39);
}

static double subnormal(double x)
{
    return __builtin_issubnormal(x * 1e-39);
}

static double log_gamma(double x)
{
    int sign;
    double r = lgamma_r(x, &sign);
    return sign * r;
}

int main(void)
{
    CHECK(normal(1.5), 1);
    CHECK(__enzyme_truncate_op_func((void *)normal, 64, 32)(1.5), 0);
    CHECK(subnormal(1.5), 0);
    CHECK(__enzyme_truncate_op_func((void *)subnormal, 64, 32)(1.5), 1);
    int sign;
    float want = lgammaf_r(-0.5f, &sign);
    CHECK(__enzyme_truncate_op_func((void *)log_gamma, 64, 32)(-0.5), sign * want);
    return oracle_result();
}
