/* Complex library functions through a table of pointers. */
#include <complex.h>
#include "oracle.h"

typedef double complex unary(double complex);
static unary *const table[] = {cexp, csin, csqrt, conj};

static double f(double x, double y)
{
    double complex z = x + y * I;
    for (int i = 0; i < 4; i++)
        z = table[i](z) + 0.2 * z;
    return creal(z) * cimag(z);
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.4, 0.9);
    return oracle_result();
}
