/* An arm that never returns takes no part in the reverse sweep. */
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

static double f(double x)
{
    if (x < -100) {
        fprintf(stderr, "out of range: %g\n", x);
        exit(3);
    }
    double r = x * x;
    if (r < 0)
        __builtin_unreachable();
    return r * x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 12);
    return oracle_result();
}
