/* The trip count is an argument. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}

int main(void)
{
    const double x[7] = {1.5, 2, -0.5, 3, 1.1, 0.9, -2};
    for (int n = 1; n <= 7; n += 3)
        ORACLE_GRADIENT(f, x, n);
    return oracle_result();
}
