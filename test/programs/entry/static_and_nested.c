/* Static functions of one name per block of macros, derivative calls in static functions that are
 * differentiated again. */
#include <math.h>
#include "oracle.h"

#define INSTANCE(name, expr)                                                                       \
    static double name##_value(double x)                                                           \
    {                                                                                              \
        return expr;                                                                               \
    }                                                                                              \
    static double name##_slope(double x)                                                           \
    {                                                                                              \
        return __enzyme_autodiff((void *)name##_value, x);                                         \
    }                                                                                              \
    static double name##_curvature(double x)                                                       \
    {                                                                                              \
        return __enzyme_fwddiff((void *)name##_slope, x, 1.0);                                     \
    }
INSTANCE(wave, sin(x) * exp(-x))
INSTANCE(poly, x * x * x * x)

static double both(double x)
{
    return wave_slope(x) * poly_curvature(x);
}

int main(void)
{
    double x = 0.7, e = exp(-x), s = sin(x), c = cos(x);
    CHECK(wave_slope(x), (c - s) * e);
    CHECK(wave_curvature(x), -2 * c * e);
    CHECK(poly_curvature(x), 12 * x * x);
    ORACLE_SCALAR_IS(both, 0.7, -2 * c * e * 12 * x * x + (c - s) * e * 24 * x);
    return oracle_result();
}
