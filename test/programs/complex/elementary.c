/* cexp, clog, csqrt, clog10 and cpow, with a loss that sees both parts of the result. */
#define _GNU_SOURCE
#include <complex.h>
#include "oracle.h"

static double both(double complex w)
{
    return creal(w) + 0.7 * cimag(w) * creal(w);
}
static double exponential(double x, double y)
{
    return both(cexp(x + y * I));
}
static double logarithm(double x, double y)
{
    return both(clog(x + y * I));
}
static double decimal(double x, double y)
{
    return both(clog10(x + y * I));
}
static double root(double x, double y)
{
    return both(csqrt(x + y * I));
}
static double power(double x, double y)
{
    return both(cpow(x + y * I, 1.5 - 0.5 * I));
}
static double exponent(double x, double y)
{
    return both(cpow(0.8 + 0.3 * I, x + y * I));
}
static double squared(double x, double y)
{
    double complex z = x + y * I;
    return both(cpow(z, 2));
}
static double self(double x, double y)
{
    double complex z = x + y * I;
    return both(cpow(z, z));
}

int main(void)
{
    const double at[][2] = {{0.6, -1.1}, {-0.7, 0.4}, {1.3, 0.2}, {-0.5, -0.9}};
    for (int i = 0; i < 4; i++) {
        double x = at[i][0], y = at[i][1];
        ORACLE_SCALAR2(exponential, x, y);
        ORACLE_SCALAR2(logarithm, x, y);
        ORACLE_SCALAR2(decimal, x, y);
        ORACLE_SCALAR2(root, x, y);
        ORACLE_SCALAR2(power, x, y);
        ORACLE_SCALAR2(exponent, x, y);
        ORACLE_SCALAR2(squared, x, y);
        ORACLE_SCALAR2(self, x, y);
    }
    return oracle_result();
}
