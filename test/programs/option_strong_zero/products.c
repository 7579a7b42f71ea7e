/* With -fenz-strong-zero a zero adjoint or tangent stays zero, whatever it is multiplied with. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return 0 * log(x) + pow(y, 0.5) * y + x;
}
static double g(double x, double w)
{
    return w * (1 / x) + w;
}

int main(void)
{
    struct two d = __enzyme_autodiff_2((void *)f, 0.0, 0.0),
               e = __enzyme_autodiff_2((void *)g, 2.0, 0.0);
    CHECK(d.x, 1);
    CHECK(d.y, 0);
    CHECK(e.x, 0);
    CHECK(e.y, 1.5);
    CHECK(__enzyme_autodiff((void *)g, 0.0, enzyme_const, 0.0), 0);
    CHECK(__enzyme_fwddiff((void *)log, 0.0, 0.0), 0);
    return oracle_result();
}
