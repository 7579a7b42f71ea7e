/* Struct and scalar arguments together: gradients in order of the arguments. */
#include "oracle.h"

extern struct four __enzyme_autodiff_four(void *, ...);

static double f(double a, struct two p, int k, double b)
{
    return a * p.x + k * p.y * b;
}

int main(void)
{
    struct two p = {3, 5};
    struct four g = __enzyme_autodiff_four((void *)f, 2.0, p, 4, 7.0);

    CHECK(g.x, 3);
    CHECK(g.y, 2);
    CHECK(g.z, 28);
    CHECK(g.w, 20);
    return oracle_result();
}
