/* Functions under several symbols: strong and weak aliases, as targets, as callees and as data. */
#include "oracle.h"

double cube(double x)
{
    return x * x * x;
}
double third_power(double x) __attribute__((alias("cube")));
double power3(double x) __attribute__((weak, alias("cube")));
static double half(double x)
{
    return 0.5 * x;
}
extern double divided(double x) __attribute__((alias("half")));

static double parameters[2] = {3, 4};
extern double coefficients[2] __attribute__((alias("parameters")));

static double f(double x)
{
    double (*table[2])(double) = {third_power, divided};
    double s = third_power(x) + power3(2 * x);
    for (int i = 0; i < 2; i++)
        s += coefficients[i] * table[i](x);
    return s;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 12 + 96 + 36 + 2);
    CHECK(__enzyme_autodiff((void *)third_power, 2.0), 12);
    CHECK(__enzyme_autodiff((void *)power3, 3.0), 27);
    CHECK(__enzyme_fwddiff((void *)divided, 3.0, 1.0), 0.5);
    return oracle_result();
}
