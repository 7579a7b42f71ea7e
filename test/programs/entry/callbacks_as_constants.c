/* The target takes callbacks and a context as enzyme_const and enzyme_dup arguments of the
 * derivative call itself. */
#include <math.h>
#include "oracle.h"

typedef double rhs(double t, double y, const void *user);
static double decay(double t, double y, const void *user)
{
    return -*(const double *)user * y;
}
static double forced(double t, double y, const void *user)
{
    return sin(t) - ((const double *)user)[0] * y * y;
}

static double euler(rhs *g, const void *user, double y, double end, int steps)
{
    double h = end / steps;
    for (int i = 0; i < steps; i++)
        y += h * g(i * h, y, user);
    return y;
}

int main(void)
{
    double k = 0.5, dk = 0;
    /* y (1 - k h)^n */
    double dy = __enzyme_autodiff((void *)euler, enzyme_const, decay, enzyme_dup, &k, &dk, 2.0,
                                  enzyme_const, 1.0, enzyme_const, 4);
    CHECK(dy, pow(0.875, 4));
    CHECK(dk, 2 * 4 * pow(0.875, 3) * -0.25);
    double d = 1e-6, up = k + d, down = k - d;
    dk = 0;
    dy = __enzyme_autodiff((void *)euler, enzyme_const, forced, enzyme_dup, &k, &dk, 2.0,
                           enzyme_const, 1.0, enzyme_const, 4);
    CHECK_TOL(dk, (euler(forced, &up, 2, 1, 4) - euler(forced, &down, 2, 1, 4)) / (2 * d), 1e-7);
    double t = __enzyme_fwddiff((void *)euler, enzyme_const, forced, enzyme_dup, &k, &(double){1},
                                enzyme_const, 2.0, enzyme_const, 1.0, enzyme_const, 4);
    CHECK(t, dk);
    /* unmarked: a function pointer has no shadow to speak of, but a dup one may be given */
    dk = 0;
    dy = __enzyme_autodiff((void *)euler, enzyme_dup, decay, decay, enzyme_dup, &k, &dk, 2.0,
                           enzyme_const, 1.0, enzyme_const, 4);
    CHECK(dk, 2 * 4 * pow(0.875, 3) * -0.25);
    return oracle_result();
}
