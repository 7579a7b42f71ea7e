/* sret result with enzyme_primal_return: primal, then tangent, two whole objects. */
#include "oracle.h"

struct both {
    struct three primal, tangent;
};
extern struct both __enzyme_fwddiff_both(void *, ...);

static struct three f(double x)
{
    return (struct three){x, x * x, x * x * x};
}

int main(void)
{
    struct both r = __enzyme_fwddiff_both((void *)f, enzyme_primal_return, 2.0, 1.0);

    CHECK(r.primal.x, 2);
    CHECK(r.primal.y, 4);
    CHECK(r.primal.z, 8);
    CHECK(r.tangent.x, 1);
    CHECK(r.tangent.y, 4);
    CHECK(r.tangent.z, 12);
    return oracle_result();
}
