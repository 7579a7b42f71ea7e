/* A result of two doubles in registers: every component is seeded with one. */
#include "oracle.h"

static struct two f(double x, double y)
{
    return (struct two){x * x * y, x + 3 * y};
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)f, 3.0, 5.0);
    struct two t = __enzyme_fwddiff_2((void *)f, 3.0, 1.0, 5.0, 0.0);

    CHECK(g.x, 30 + 1);
    CHECK(g.y, 9 + 3);
    CHECK(t.x, 30);
    CHECK(t.y, 1);
    return oracle_result();
}
