/* Counting down, with a carried value. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double r = 0.5;
    for (int i = n - 1; i >= 0; i--)
        r = r * x[i] + x[i] * x[i];
    return r;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.1, 0.4, 1.5}), 4);
    return oracle_result();
}
