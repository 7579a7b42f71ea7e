/* Widening and narrowing keep the derivative. */
#include "oracle.h"

static double f(double x)
{
    float narrow = (float)(x * x);
    double wide = (double)narrow * 3.0;
    return wide + (float)x;
}

int main(void)
{
    double g = __enzyme_autodiff((void *)f, 1.5), t = __enzyme_fwddiff((void *)f, 1.5, 1.0);

    CHECK(g, 6 * 1.5 + 1);
    CHECK(t, 6 * 1.5 + 1);
    return oracle_result();
}
