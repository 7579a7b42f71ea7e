/* Comparisons that fast math turns into min and max. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double high = x[0], low = x[0];
    for (int i = 1; i < n; i++) {
        high = x[i] > high ? x[i] : high;
        low = x[i] < low ? x[i] : low;
    }
    return high * high - low * fabs(low) + fmax(high, 3 * low);
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){0.5, 2, -1.5, 1}), 4,
                       ((const double[]){0, 4 + 1, -3, 0}));
    return oracle_result();
}
