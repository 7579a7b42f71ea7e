/* enzyme_dupnoneed in forward mode: the tangent of the output alone. */
#include "oracle.h"

static void f(const double *x, double *y)
{
    *y = x[0] * x[0] * x[1];
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {1, 10}, y = 0, dy = -7;

    __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, &y, &dy);
    CHECK(dy, 30 + 90);
    return oracle_result();
}
