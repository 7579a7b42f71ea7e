/* Forward mode overwrites shadows exactly where the primal stores. */
#include "oracle.h"

static void f(const double *x, double *y)
{
    y[0] = x[0] * x[0];
    y[1] = 3;
}

int main(void)
{
    double x[1] = {3}, dx[1] = {2}, y[3] = {0}, dy[3] = {7, 8, 9};

    __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK_ARRAY(y, ((double[]){9, 3, 0}), 3);
    CHECK_ARRAY(dy, ((double[]){12, 0, 9}), 3);
    CHECK(dx[0], 2);
    return oracle_result();
}
