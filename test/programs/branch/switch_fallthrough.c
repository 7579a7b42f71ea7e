/* Cases that fall through, so several paths reach one case. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double t = x[i];
        switch (i % 4) {
        case 0: t *= 2; __attribute__((fallthrough));
        case 1: t = t * t; break;
        case 2: t += 1; __attribute__((fallthrough));
        default: t = t * t * t;
        }
        s += t;
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.5, 1.5, -0.5, 2};
    const double want[4] = {8 * 0.5, 3, 3 * 0.25, 12};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
