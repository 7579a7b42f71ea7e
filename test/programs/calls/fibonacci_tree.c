/* A recursion that calls itself twice and reads memory on every level. */
#include "oracle.h"

static double fib(const double *x, int n)
{
    if (n < 2)
        return x[n] * x[n];
    return fib(x, n - 1) * 0.5 + fib(x, n - 2) * x[n];
}

static double f(const double *x, int n)
{
    return fib(x, n - 1);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, -0.8, 0.7, 0.5, 1.2, 0.4}), 7);
    return oracle_result();
}
