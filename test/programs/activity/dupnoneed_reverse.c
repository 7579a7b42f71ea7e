/* enzyme_dupnoneed: the primal output is not wanted, its seed is. */
#include "oracle.h"

static void f(const double *x, double *y)
{
    *y = x[0] * x[0] * x[1];
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {0}, y = 0, dy = 2;

    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, &y, &dy);
    CHECK_ARRAY(dx, ((double[]){60, 18}), 2);
    CHECK(dy, 0);
    return oracle_result();
}
