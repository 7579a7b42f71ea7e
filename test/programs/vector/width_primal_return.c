/* The primal result followed by the lanes of its tangent. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * x * y;
}

int main(void)
{
    struct three r = __enzyme_fwddiff_3((void *)f, enzyme_primal_return, enzyme_width, 2, 3.0, 1.0,
                                        0.0, 5.0, 0.0, 1.0);

    CHECK(r.x, 45);
    CHECK(r.y, 30);
    CHECK(r.z, 9);
    return oracle_result();
}
