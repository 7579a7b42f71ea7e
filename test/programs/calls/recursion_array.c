/* Divide and conquer over an array. */
#include "oracle.h"

static double merge(const double *x, int n)
{
    if (n == 1)
        return x[0] * x[0];
    double a = merge(x, n / 2), b = merge(x + n / 2, n - n / 2);
    return a * b + a - b;
}

static double f(const double *x, int n)
{
    return merge(x, n);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, -0.8, 0.7, 0.3, 1.2, 0.6}), 7);
    return oracle_result();
}
