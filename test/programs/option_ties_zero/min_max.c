/* With -fenz-ties=zero no operand of fmin and fmax gets a derivative at a tie. */
#include <math.h>
#include "oracle.h"

static double largest(double x, double y)
{
    return fmax(x, y) * 3;
}
static float smallest(float x)
{
    return fminf(x, 2.0f);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)largest, 2.0, 2.0),
               l = __enzyme_autodiff_2((void *)largest, 2.0, 3.0);
    CHECK(g.x, 0);
    CHECK(g.y, 0);
    CHECK(l.x, 0);
    CHECK(l.y, 3);
    CHECK(__enzyme_fwddiff((void *)largest, 2.0, 3.0, 2.0, 5.0), 0);
    CHECK(__enzyme_autodiff_exact_f((void *)smallest, 2), 0);
    CHECK(__enzyme_autodiff_exact_f((void *)smallest, 1), 1);
    return oracle_result();
}
