/* <enzcc/derivatives.h>: functions without constants, one direction at once, and the derivative of
 * a derivative. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <math.h>

static double bowl(const double *x)
{
    return exp(x[0]) * cos(x[1]);
}
ENZ_GRADIENT(bowl_gradient, bowl, double);
ENZ_HVP(bowl_hvp, bowl, double);
#undef ENZ_DIRECTIONS
#define ENZ_DIRECTIONS 1
ENZ_HESSIAN(bowl_hessian, bowl, double);

/* A derivative is a function like others: the third derivative along an axis. */
static double curvature(const double *x)
{
    const double axis[2] = {0, 1};
    double g[2], hv[2];
    bowl_hvp(x, 2, axis, g, hv);
    return hv[1];
}
ENZ_GRADIENT(third, curvature, double);

int main(void)
{
    double x[2] = {0.3, 1.1}, g[2], h[4], e = exp(x[0]), c = cos(x[1]), s = sin(x[1]);
    CHECK(bowl_gradient(x, 2, g), e * c);
    CHECK(g[0], e * c);
    CHECK(g[1], -e * s);
    CHECK_THAT(bowl_hessian(x, 2, g, h, NULL) == 0);
    CHECK_ARRAY(h, ORACLE_LIST(e * c, -e * s, -e * s, -e * c), 4);
    CHECK_THAT(bowl_hessian(x, 0, g, h, NULL) == 0);
    CHECK(third(x, 2, g), -e * c);
    CHECK_ARRAY(g, ORACLE_LIST(-e * c, e * s), 2);
    return oracle_result();
}
