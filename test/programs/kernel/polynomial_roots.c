/* All roots of a cubic by Newton and deflation; the sum of squares is known. */
#include <math.h>
#include "oracle.h"

static double f(const double *c, int n)
{
    /* t^3 + c0 t^2 + c1 t + c2 */
    double a[4] = {1, c[0], c[1], c[2]}, s = 0;
    for (int degree = 3; degree > 0; degree--) {
        double t = 5;
        for (int it = 0; it < 100; it++) {
            double value = a[0], slope = 0;
            for (int i = 1; i <= degree; i++) {
                slope = slope * t + value;
                value = value * t + a[i];
            }
            double step = value / slope;
            t -= step;
            if (fabs(step) < 1e-14)
                break;
        }
        for (int i = 1; i < degree; i++)
            a[i] += a[i - 1] * t;
        s += t * t;
    }
    return s;
}

int main(void)
{
    /* Roots 1, 2, 4. Sum of squares = c0^2 - 2 c1. */
    double g[3];
    const double c[3] = {-7, 14, -8};
    GRADIENT(f, c, g, 3);
    CHECK_TOL(g[0], -14, 1e-7);
    CHECK_TOL(g[1], -2, 1e-7);
    CHECK_TOL(g[2] + 1, 1, 1e-7);
    return oracle_result();
}
