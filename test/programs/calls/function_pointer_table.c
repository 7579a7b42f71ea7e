/* A constant table of functions indexed at run time. */
#include "oracle.h"

static double add(double a, double b)
{
    return a + b;
}
static double sub(double a, double b)
{
    return a - b;
}
static double mul(double a, double b)
{
    return a * b;
}
static double divide(double a, double b)
{
    return a / b;
}

static double (*const table[4])(double, double) = {add, sub, mul, divide};

static double f(const double *x, int n)
{
    double s = x[0];
    for (int i = 1; i < n; i++)
        s = table[i % 4](s, x[i]);
    return s;
}

int main(void)
{
    /* ((x0 - x1) x2 / x3 + x4) */
    ORACLE_GRADIENT_IS(f, ((const double[]){3, 1, 5, 2, 7}), 5,
                       ((const double[]){2.5, -2.5, 1, -2.5, 1}));
    return oracle_result();
}
