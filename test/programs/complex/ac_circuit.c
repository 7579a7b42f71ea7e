/* The voltage over the resistor of a series resonant circuit, by R, L, C and the frequency. */
#include <complex.h>
#include "oracle.h"

static double complex impedance(double r, double l, double c, double w)
{
    return r + I * w * l + 1.0 / (I * w * c);
}

static double voltage(const double *p, int n)
{
    double complex source = 10 * cexp(I * 0.3), z = impedance(p[0], p[1], p[2], p[3]);
    double complex current = source / z;
    return cabs(current * p[0]) + 0.1 * carg(current);
}

int main(void)
{
    const double p[] = {2.0, 0.5, 0.8, 1.3};
    ORACLE_GRADIENT(voltage, p, 4);
    return oracle_result();
}
