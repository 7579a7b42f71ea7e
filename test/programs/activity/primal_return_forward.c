/* enzyme_primal_return in forward mode: {result, tangent}. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

int main(void)
{
    double x[2] = {3, 5}, dx[2] = {1, 10};
    struct two r =
        __enzyme_fwddiff_2((void *)f, enzyme_primal_return, enzyme_dup, x, dx, enzyme_const, 2);

    CHECK(r.x, 34);
    CHECK(r.y, 106);
    return oracle_result();
}
