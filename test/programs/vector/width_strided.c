/* enzyme_dupv: the lanes of a shadow lie a byte stride apart. */
#include "oracle.h"

extern int enzyme_dupv;

static double f(const double *x)
{
    return x[0] * x[0] * x[1];
}

int main(void)
{
    double x[2] = {3, 5}, lanes[4] = {1, 0, 0, 1};
    struct two r =
        __enzyme_fwddiff_2((void *)f, enzyme_width, 2, enzyme_dupv, 2 * sizeof(double), x, lanes);

    CHECK(r.x, 30);
    CHECK(r.y, 9);
    return oracle_result();
}
