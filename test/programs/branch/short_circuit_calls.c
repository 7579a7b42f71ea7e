/* The right operand of && writes memory only when it is evaluated. */
#include <stdbool.h>
#include "oracle.h"

static bool scale(double *p, double by)
{
    *p *= by;
    return *p > 1;
}

static double f(const double *x, int n)
{
    double a = x[0], b = x[1];
    if (scale(&a, x[2]) && scale(&b, x[2]))
        a += b;
    if (scale(&a, 0.1) || scale(&b, x[0]))
        b *= 2;
    return a * b;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 3, 1.5}), 3);
    ORACLE_GRADIENT(f, ((const double[]){0.2, 3, 1.5}), 3);
    ORACLE_GRADIENT(f, ((const double[]){20, 3, 1.5}), 3);
    return oracle_result();
}
