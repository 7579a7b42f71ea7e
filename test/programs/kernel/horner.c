/* A polynomial and its derivative by Horner, gradient by coefficients and point. */
#include "oracle.h"

static double f(const double *c, int n)
{
    double t = c[0], value = 0, slope = 0;
    for (int i = n - 1; i > 0; i--) {
        slope = slope * t + value;
        value = value * t + c[i];
    }
    return value * slope;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, 1, -2, 0.5, 3, 0.1}), 6);
    return oracle_result();
}
