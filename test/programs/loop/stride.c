/* Steps other than one, and steps that grow. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0, p = 1;
    for (int i = 0; i < n; i += 3)
        s += x[i] * x[i];
    for (int i = 1; i < n; i *= 2)
        p = p * x[i] + 1;
    return s * p;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.1, 0.4, 1.5, 0.2, 0.9, -0.3, 1, 2}), 9);
    return oracle_result();
}
