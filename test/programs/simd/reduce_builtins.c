/* clang's elementwise and reducing builtins on vectors. */
#include "oracle.h"

typedef double v4 __attribute__((ext_vector_type(4)));
typedef double v8 __attribute__((ext_vector_type(8)));

static double f(const double *x, int n)
{
    v8 a = {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]};
    v4 low = a.lo, high = a.hi;
    v4 m = __builtin_elementwise_max(low, high),
       s = __builtin_elementwise_sqrt(__builtin_elementwise_abs(m) + 1.0);
    double r = __builtin_reduce_max(m) * __builtin_reduce_min(low);
    v4 t = __builtin_elementwise_fma(s, high, __builtin_elementwise_sin(low)),
       e = __builtin_elementwise_exp(0.1 * t);
    return r + t.x * t.y + t.z * e.w + __builtin_elementwise_copysign(t, low).y;
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 15);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
