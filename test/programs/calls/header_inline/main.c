/* static inline functions in a header used by two units. */
#include "oracle.h"
#include "vec.h"

double norm2(const struct vec *v);

static double f(const double *x, int n)
{
    struct vec a = {x[0], x[1]}, b = vec_scale(a, x[2]);
    return vec_dot(a, b) + norm2(&b);
}

int main(void)
{
    /* r^2 (s + s^2), r^2 = x0^2 + x1^2, s = x2 */
    ORACLE_GRADIENT_IS(f, ((const double[]){1, 2, 3}), 3, ((const double[]){24, 48, 35}));
    return oracle_result();
}
