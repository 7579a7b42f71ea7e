/* Adaptive quadrature by recursion; the error test decides the depth. */
#include <math.h>
#include "oracle.h"

static double integrand(double t, const double *p)
{
    return exp(-p[0] * t * t) * sin(p[1] * t);
}

static double panel(double a, double b, double fa, double fm, double fb)
{
    return (b - a) / 6 * (fa + 4 * fm + fb);
}

static double refine(const double *p, double a, double b, double fa, double fm, double fb,
                     double whole, double tolerance, int depth)
{
    double m = 0.5 * (a + b), fl = integrand(0.5 * (a + m), p), fr = integrand(0.5 * (m + b), p);
    double left = panel(a, m, fa, fl, fm), right = panel(m, b, fm, fr, fb);
    if (depth == 0 || fabs(left + right - whole) < tolerance)
        return left + right;
    return refine(p, a, m, fa, fl, fm, left, tolerance / 2, depth - 1) +
           refine(p, m, b, fm, fr, fb, right, tolerance / 2, depth - 1);
}

static double f(const double *p, int n)
{
    double a = 0, b = p[2], m = 0.5 * b;
    double fa = integrand(a, p), fm = integrand(m, p), fb = integrand(b, p);
    return refine(p, a, b, fa, fm, fb, panel(a, b, fa, fm, fb), 1e-4, 8);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.4, 2.3, 2.5}), 3);
    return oracle_result();
}
