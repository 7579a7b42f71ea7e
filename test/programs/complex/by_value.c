/* A complex number as an active argument by value: its gradient comes back as a complex number. */
#include <complex.h>
#include "oracle.h"

extern double complex __enzyme_autodiff_z(void *, double complex);
extern double complex __enzyme_fwddiff_z(void *, double complex, double complex);

static double potential(double complex z)
{
    return creal(z * z * z) + cimag(z);
}
static double complex square(double complex z)
{
    return z * z;
}

int main(void)
{
    double complex z = 0.7 - 0.4 * I, g = __enzyme_autodiff_z((void *)potential, z);
    CHECK(creal(g), creal(3 * z * z));
    CHECK(cimag(g), -cimag(3 * z * z) + 1);
    double complex t = 0.3 + 2 * I, w = __enzyme_fwddiff_z((void *)square, z, t);
    CHECK(creal(w), creal(2 * z * t));
    CHECK(cimag(w), cimag(2 * z * t));
    return oracle_result();
}
