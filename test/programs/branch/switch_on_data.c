/* The case is computed from active values. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        switch ((int)(x[i] * 2)) {
        case 0: s += x[i]; break;
        case 1: s += x[i] * x[i]; break;
        case 2: s += x[i] * x[i] * x[i]; break;
        default: s *= x[i];
        }
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.2, 0.7, 1.2, 2.2};
    const double sum = 0.2 + 0.49 + 1.728;
    const double want[4] = {2.2, 1.4 * 2.2, 3 * 1.44 * 2.2, sum};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
