/* fmin, fmax, fdim, copysign, fabs, fma, hypot in float and long double. */
#include <math.h>
#include "oracle.h"

static float g(float x)
{
    return fminf(x, 1) * fmaxf(x, 0.5f) + fdimf(x, 0.25f) + copysignf(x, -1.0f) + fabsf(-x) * 2 +
           fmaf(x, x, x) + hypotf(3, 4 * x);
}
static long double h(long double x)
{
    return fminl(x, 1) * fmaxl(x, 0.5L) + fdiml(x, 0.25L) + copysignl(x, -1.0L) + fabsl(-x) * 2 +
           fmal(x, x, x) + hypotl(3, 4 * x);
}
static double blend(double x, double y)
{
    return fmax(x * y, fmin(x, 0.2 * y)) - fdim(y, x) * copysign(y, x - y) +
           hypot(x, y) * fabs(x - 2 * y);
}

int main(void)
{
    double x = 0.75, want = 2 * x + 1 - 1 + 2 + 2 * x + 1 + 16 * x / hypot(3, 4 * x);
    ORACLE_FLOAT_IS(g, 0.75f, want);
    ORACLE_LONG_IS(h, 0.75L, want);
    ORACLE_SCALAR2(blend, 0.7, 1.4);
    ORACLE_SCALAR2(blend, -0.7, 0.4);
    ORACLE_SCALAR2(blend, 2.2, -0.4);
    return oracle_result();
}
