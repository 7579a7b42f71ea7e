/* Second derivatives through complex multiplication, division and functions. */
#include <complex.h>
#include "oracle.h"

static double f(double x)
{
    double complex z = x + 0.3 * I, w = z * z / (z + 2) + csqrt(z);
    return creal(w) * cimag(w);
}
static double df(double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double tf(double x)
{
    return __enzyme_fwddiff((void *)f, x, 1.0);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.8);
    ORACLE_SCALAR(df, 0.8);
    ORACLE_SCALAR(tf, 0.8);
    return oracle_result();
}
