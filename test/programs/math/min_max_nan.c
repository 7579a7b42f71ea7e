/* A NaN operand that fmin or fmax ignores gets derivative zero. */
#include <math.h>
#include "oracle.h"

static double f(double x, double y)
{
    return fmax(x, y) + fmin(x, y);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)f, 2.0, (double)NAN);
    struct two h = __enzyme_autodiff_2((void *)f, (double)NAN, 3.0);

    CHECK(g.x, 2);
    CHECK(g.y, 0);
    CHECK(h.x, 0);
    CHECK(h.y, 2);
    return oracle_result();
}
