/* A result in memory (sret) in reverse: its adjoint is passed first and consumed. */
#include "oracle.h"

static struct three f(double x, double y)
{
    return (struct three){x * y, x * x, y * y};
}

int main(void)
{
    struct three seed = {1, 10, 100};
    struct two g = __enzyme_autodiff_2((void *)f, &seed, 3.0, 5.0);

    CHECK(g.x, 5 + 60);
    CHECK(g.y, 3 + 1000);
    CHECK(seed.x, 0);
    CHECK(seed.y, 0);
    CHECK(seed.z, 0);
    return oracle_result();
}
