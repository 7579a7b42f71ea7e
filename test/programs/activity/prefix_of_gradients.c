/* A caller that declares one double receives the first of three gradients. */
#include "oracle.h"

static double f(double x, double y, double z)
{
    return x * y * z;
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)f, 2.0, 3.0, 5.0);

    CHECK(__enzyme_autodiff((void *)f, 2.0, 3.0, 5.0), 15);
    CHECK(g.x, 15);
    CHECK(g.y, 10);
    return oracle_result();
}
