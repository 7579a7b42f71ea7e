/* With -fenz-singular=ieee roots have an infinite derivative at zero and lengths none, but a zero
 * seed stays zero. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static double length(double x, double y)
{
    return hypot(x, y);
}
static double modulus(double x, double y)
{
    return cabs(x + y * I);
}

int main(void)
{
    struct two h = __enzyme_autodiff_2((void *)length, 0.0, 0.0),
               c = __enzyme_autodiff_2((void *)modulus, 0.0, 0.0);
    CHECK(__enzyme_autodiff((void *)sqrt, 0.0), INFINITY);
    CHECK(__enzyme_autodiff((void *)cbrt, 0.0), INFINITY);
    CHECK(__enzyme_fwddiff((void *)sqrt, 0.0, 1.0), INFINITY);
    CHECK(__enzyme_fwddiff((void *)sqrt, 0.0, 0.0), 0);
    CHECK_NAN(h.x);
    CHECK_NAN(h.y);
    CHECK_NAN(c.x);
    CHECK(__enzyme_autodiff((void *)sqrt, 4.0), 0.25);
    return oracle_result();
}
