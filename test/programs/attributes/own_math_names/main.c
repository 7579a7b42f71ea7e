/* The program's own functions with names that libraries also use: not reserved ones count as what
 * they are. */
#include "oracle.h"

double erfinv(double x); /* in other.c */
double digamma(double x);
double sinc(double x);
static double gamma(double x)
{
    return 3 * x;
}
static double j0(double x)
{
    return x * x;
}
static double select(double a, double b)
{
    return a > b ? a : b;
}
static double y1 = 2, exp10_table[2] = {1, 10};
static double read(const double *x, int i)
{
    return x[i] * 2;
}
static double index(const double *x)
{
    return x[0] * x[1];
}

static double f(const double *x, int n)
{
    return erfinv(x[0]) + digamma(x[1]) * sinc(x[0]) + gamma(x[0]) * j0(x[1]) +
           select(x[0], x[1]) * y1 + exp10_table[1] * read(x, 1) * index(x);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, 1.4}), 2);
    return oracle_result();
}
