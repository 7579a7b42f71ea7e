/* A caller that declares void drops the gradients, with a number beside the pointer. */
#include "oracle.h"

static double f(const double *x, double y)
{
    return x[0] * y;
}

int main(void)
{
    double x[1] = {2}, dx[1] = {0};

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, 5.0);
    CHECK(dx[0], 5);
    return oracle_result();
}
