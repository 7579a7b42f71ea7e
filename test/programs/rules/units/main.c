/* A rule in one unit, its primal in another, the derivative call in a third. */
#include "oracle.h"
#include "units.h"
#include <math.h>

static double f(double x)
{
    return twice_saturated(x) + saturate(x);
}

int main(void)
{
    double x = 0.9, want = exp(-x) * 1 + x * 2 * exp(-2 * x) + exp(-x);
    CHECK(__enzyme_autodiff((void *)f, x), want);
    CHECK(__enzyme_fwddiff((void *)f, x, 1.0), want);
    CHECK(__enzyme_autodiff((void *)saturate, 5.0), exp(-5));
    return oracle_result();
}
