/* Reverse mode adds to what the shadow already holds, call after call. */
#include "oracle.h"

static double f(const double *x)
{
    return x[0] * x[1] + x[0];
}

int main(void)
{
    double x[3] = {2, 7, 9}, dx[3] = {0.5, -1, 42};

    for (int i = 0; i < 3; i++)
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    CHECK_ARRAY(dx, ((double[]){0.5 + 3 * 8, -1 + 3 * 2, 42}), 3);
    return oracle_result();
}
