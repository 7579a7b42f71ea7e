/* Three shadow arrays for one primal array. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s = s * x[i] + x[i] * x[i];
    return s;
}

int main(void)
{
    double x[3] = {0.5, 2, -1.5}, g[3];
    double d0[3] = {1, 0, 0}, d1[3] = {0, 1, 0}, d2[3] = {0, 0, 1};
    struct three r =
        __enzyme_fwddiff_3((void *)f, enzyme_width, 3, enzyme_dup, x, d0, d1, d2, enzyme_const, 3);

    GRADIENT(f, x, g, 3);
    CHECK(r.x, g[0]);
    CHECK(r.y, g[1]);
    CHECK(r.z, g[2]);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
