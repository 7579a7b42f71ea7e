/* Two functions that call each other. */
#include "oracle.h"

static double odd(const double *x, int n);

static double even(const double *x, int n)
{
    return n == 0 ? 1 : x[n - 1] * odd(x, n - 1) + 0.5;
}

static double odd(const double *x, int n)
{
    return n == 0 ? 2 : x[n - 1] + even(x, n - 1) * x[0];
}

static double f(const double *x, int n)
{
    return even(x, n);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, -0.8, 0.7}), 4);
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, -0.8, 0.7, 0.4}), 5);
    return oracle_result();
}
