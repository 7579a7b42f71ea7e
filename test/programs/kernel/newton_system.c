/* Newton for two equations with a 2x2 solve per step and a convergence test. */
#include <math.h>
#include "oracle.h"

static double f(const double *p, int n)
{
    double x = 1, y = 1;
    for (int it = 0; it < 40; it++) {
        double r = x * x + y * y - p[0], s = x * y - p[1];
        double det = 2 * x * x - 2 * y * y;
        if (fabs(r) + fabs(s) < 1e-13)
            break;
        if (fabs(det) < 1e-9) {
            x += 0.3;
            continue;
        }
        x -= (r * x - 2 * y * s) / det;
        y -= (2 * x * s - y * r) / (det + 1e-3 * r);
    }
    return x * p[0] + y;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){5, 1.5}), 2);
    return oracle_result();
}
