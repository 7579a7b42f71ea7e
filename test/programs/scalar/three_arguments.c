/* Three doubles, gradients in order. */
#include "oracle.h"

static double f(double x, double y, double z)
{
    return x * y * y * z * z * z;
}

int main(void)
{
    struct three g = __enzyme_autodiff_3((void *)f, 2.0, 3.0, 0.5);

    ORACLE_SCALAR3(f, 2.0, 3.0, 0.5);
    CHECK(g.x, 9 * 0.125);
    CHECK(g.y, 2 * 6 * 0.125);
    CHECK(g.z, 2 * 9 * 3 * 0.25);
    return oracle_result();
}
