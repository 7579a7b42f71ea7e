/* Golden section search on a callback, then the value at the minimum; search steps compare active
 * values. */
#include <math.h>
#include "oracle.h"

static double golden(double (*g)(double, void *), void *user, double a, double b, double *where)
{
    const double ratio = 0.6180339887498949;
    double c = b - ratio * (b - a), d = a + ratio * (b - a), gc = g(c, user), gd = g(d, user);
    while (b - a > 1e-7) {
        if (gc < gd) {
            b = d, d = c, gd = gc;
            c = b - ratio * (b - a);
            gc = g(c, user);
        } else {
            a = c, c = d, gc = gd;
            d = a + ratio * (b - a);
            gd = g(d, user);
        }
    }
    *where = 0.5 * (a + b);
    return g(*where, user);
}

static double well(double t, void *user)
{
    const double *p = user;
    return p[0] * (t - 1) * (t - 1) + p[1] * exp(0.2 * t);
}

static double f(const double *x, int n)
{
    double p[2] = {x[0], x[1]}, where;
    return golden(well, p, -2, 4, &where);
}

int main(void)
{
    /* By the envelope theorem the derivative is the partial one at the minimum. */
    double x[2] = {2, 0.5}, dx[2] = {0}, where;
    golden(well, x, -2, 4, &where);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
    CHECK_TOL(dx[0], (where - 1) * (where - 1), 1e-5);
    CHECK_TOL(dx[1], exp(0.2 * where), 1e-5);
    CHECK_TOL(__enzyme_fwddiff((void *)f, enzyme_dup, x, ((double[]){0, 1}), enzyme_const, 2),
              dx[1], 1e-9);
    return oracle_result();
}
