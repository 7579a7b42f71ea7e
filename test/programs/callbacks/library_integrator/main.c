/* An integration library in an archive calls back into the program; rules are found by name. */
#include <math.h>
#include "integrate.h"
#include "oracle.h"

static double damped(double t, void *user)
{
    const double *p = user;
    return exp(-p[0] * t) * sin(p[1] * t);
}

static double f(const double *x, int n)
{
    const struct rule *r = rule_by_name("trapezoid");
    return integrate(r, damped, (void *)x, 0, x[2], 6) * integrate_default(damped, (void *)x, 0, 1);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 2.0, 1.5}), 3);
    return oracle_result();
}
