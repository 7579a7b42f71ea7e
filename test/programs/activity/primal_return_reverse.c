/* enzyme_primal_return: the primal result first, then the gradients. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * x * y;
}

int main(void)
{
    struct three r = __enzyme_autodiff_3((void *)f, enzyme_primal_return, 3.0, 5.0);
    struct two s = __enzyme_autodiff_2((void *)f, enzyme_primal_return, enzyme_const, 3.0, 5.0);

    CHECK(r.x, 45);
    CHECK(r.y, 30);
    CHECK(r.z, 9);
    CHECK(s.x, 45);
    CHECK(s.y, 9);
    return oracle_result();
}
