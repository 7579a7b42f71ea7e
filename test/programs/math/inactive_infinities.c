/* Infinities as start values and a division that only safe paths reach. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        if (x[i] * x[i] < low)
            low = x[i] * x[i];
        high = fmax(high, x[i]);
    }
    if (x[1] == 0)
        return x[0] + low + high;
    return x[0] / x[1] + low + high;
}

int main(void)
{
    double g[3];
    GRADIENT(f, ((const double[]){3, 0, 2}), g, 3);
    CHECK_ARRAY(g, ((double[]){2, 0, 0}), 3);
    ORACLE_GRADIENT(f, ((const double[]){3, 0.5, 2}), 3);
    return oracle_result();
}
