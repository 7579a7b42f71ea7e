/* With -fenz-ties=half both operands of fmin and fmax get half the derivative at a tie. */
#include <math.h>
#include "oracle.h"

static double largest(double x, double y)
{
    return fmax(x, y) * 3;
}
static double smallest(double x, double y)
{
    return fmin(x, y);
}
static double chain(double x, double y)
{
    return fmax(x * x, fmin(y, 4));
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)largest, 2.0, 2.0),
               h = __enzyme_autodiff_2((void *)smallest, 2.0, 2.0);
    struct two k = __enzyme_autodiff_2((void *)chain, 2.0, 4.0),
               l = __enzyme_autodiff_2((void *)largest, 3.0, 2.0);
    CHECK(g.x, 1.5);
    CHECK(g.y, 1.5);
    CHECK(h.x, 0.5);
    CHECK(h.y, 0.5);
    CHECK(k.x, 2);
    CHECK(k.y, 0.25);
    CHECK(l.x, 3);
    CHECK(l.y, 0);
    CHECK(__enzyme_fwddiff((void *)largest, 2.0, 3.0, 2.0, 5.0), 12);
    return oracle_result();
}
