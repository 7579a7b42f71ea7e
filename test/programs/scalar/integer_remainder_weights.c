/* Integer division, remainder, shifts and bit operations as inactive weights. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * ((i * 7 % 5) + (i / 2) + (i << 1) + (i & 3) + (i ^ 6) + (~i & 1));
    return s;
}

int main(void)
{
    const double x[6] = {1, -2, 3, 0.5, 2, -1};
    double want[6];

    for (int i = 0; i < 6; i++)
        want[i] = 2 * x[i] * ((i * 7 % 5) + (i / 2) + (i << 1) + (i & 3) + (i ^ 6) + (~i & 1));
    ORACLE_GRADIENT_IS(f, x, 6, want);
    return oracle_result();
}
