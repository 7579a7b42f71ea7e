/* Loops that do not run at all. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = x[0] * x[0];
    for (int i = 1; i < n; i++)
        s *= x[i];
    for (int i = n; i < 1; i++)
        s += x[i];
    while (n > 1000)
        s = s * s;
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){3}), 1, ((const double[]){6}));
    ORACLE_GRADIENT_IS(f, ((const double[]){3, 2}), 2, ((const double[]){12, 9}));
    return oracle_result();
}
