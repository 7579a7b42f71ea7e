/* A product containing a zero: no division by the factor is allowed. */
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
    const double x[4] = {2, 0, 3, 5}, want[4] = {0, 30, 0, 0};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
