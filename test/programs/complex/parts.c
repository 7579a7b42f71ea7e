/* creal, cimag, conj, cabs, carg and cproj of a double complex. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static double real_part(double x, double y)
{
    double complex z = x + y * I;
    return creal(z * z);
}
static double imaginary(double x, double y)
{
    double complex z = x + y * I;
    return cimag(z * z);
}
static double conjugate(double x, double y)
{
    double complex z = x + y * I;
    return cimag(conj(z) * z * z);
}
static double modulus(double x, double y)
{
    return cabs(x + y * I);
}
static double phase(double x, double y)
{
    return carg(x + y * I);
}
static double projection(double x, double y)
{
    double complex p = cproj(x + y * I);
    return creal(p) * cimag(p);
}

int main(void)
{
    double x = 0.6, y = -1.1, r2 = x * x + y * y;
    ORACLE_SCALAR2_IS(real_part, x, y, 2 * x, -2 * y);
    ORACLE_SCALAR2_IS(imaginary, x, y, 2 * y, 2 * x);
    ORACLE_SCALAR2_IS(conjugate, x, y, 2 * x * y, x * x + 3 * y * y);
    ORACLE_SCALAR2_IS(modulus, x, y, x / sqrt(r2), y / sqrt(r2));
    ORACLE_SCALAR2_IS(phase, x, y, -y / r2, x / r2);
    ORACLE_SCALAR2_IS(projection, x, y, y, x);
    return oracle_result();
}
