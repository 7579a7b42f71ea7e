/* Weak definitions that another unit overrides, and a weak hook that nobody defines. */
#include "oracle.h"

__attribute__((weak)) double viscosity(double t)
{
    return 0 * t;
} /* replaced in other.c */
__attribute__((weak)) double density(double t)
{
    return 2 * t;
} /* stays */
extern double correction(double t) __attribute__((weak)); /* absent */
extern double extra(double t) __attribute__((weak));      /* in other.c */

static double f(double t)
{
    double s = viscosity(t) * density(t);
    if (correction)
        s += correction(t);
    if (extra)
        s += extra(t);
    return s;
}

int main(void)
{
    /* (t^2) (2 t) + t^3 */
    ORACLE_SCALAR_IS(f, 3.0, 9 * 9.0);
    CHECK(__enzyme_autodiff((void *)viscosity, 3.0), 6);
    return oracle_result();
}
