/* A constant stored over an active value cuts the flow there. */
#include "oracle.h"

static void f(double *x, int n)
{
    double t = x[0] * x[1];
    x[0] = 3;
    x[1] = x[0] * t;
    x[2] = x[2] + x[0];
}

int main(void)
{
    double x[3] = {2, 5, 7}, dx[3] = {1, 10, 100};

    ORACLE_INPLACE(f, x, 3);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_ARRAY(dx, ((double[]){150, 60, 100}), 3);
    return oracle_result();
}
