/* printf of active values inside: printed once per derivative call, no effect on it. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static double f(double x)
{
    double r = x * x;
    printf("x = %g, r = %g\n", x, r);
    return r * x;
}

int main(void)
{
    double g, t;

    oracle_capture_begin();
    g = __enzyme_autodiff((void *)f, 2.0);
    CHECK_THAT(strcmp(oracle_capture_end(), "x = 2, r = 4\n") == 0);
    CHECK(g, 12);
    oracle_capture_begin();
    t = __enzyme_fwddiff((void *)f, 3.0, 1.0);
    CHECK_THAT(strcmp(oracle_capture_end(), "x = 3, r = 9\n") == 0);
    CHECK(t, 27);
    return oracle_result();
}
