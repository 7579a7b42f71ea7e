/* A result in memory (sret) in forward mode: the tangent is returned the same way. */
#include "oracle.h"

static struct three f(double x, double y)
{
    struct three r = {x * y, x * x, y};
    r.z += r.x;
    return r;
}

int main(void)
{
    struct three t = __enzyme_fwddiff_3((void *)f, 3.0, 1.0, 5.0, 10.0);

    CHECK(t.x, 5 + 30);
    CHECK(t.y, 6);
    CHECK(t.z, 10 + 35);
    return oracle_result();
}
