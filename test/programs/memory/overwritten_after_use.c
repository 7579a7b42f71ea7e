/* A value needed in reverse is overwritten after its use. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double a[4], s = 0;
    for (int i = 0; i < 4; i++)
        a[i] = x[i];
    s += a[0] * a[1] * a[2];
    a[0] = a[1] * a[3];
    s += a[0] * a[0] * a[2];
    a[2] = 5;
    return s * a[2] * a[0];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.2, 0.7, -0.9, 1.4}), 4);
    return oracle_result();
}
