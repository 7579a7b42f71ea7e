/* Clamping: the derivative is zero outside the bounds. */
#include "oracle.h"

static double clamp(double v, double low, double high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += clamp(x[i] * x[i], 0.5, 2) * (i + 1);
    return s;
}

int main(void)
{
    const double x[4] = {0.1, 1, -1.2, 3}, want[4] = {0, 4, -7.2, 0};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
