/* The modulus at exactly zero has derivative zero; products with infinities take the library's
 * path. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif

static double modulus(double x, double y)
{
    return cabs(x + y * I);
}
static double scaled(double x, double y)
{
    double complex z = CMPLX(x, y), w = z * CMPLX(2, 0);
    return isinf(creal(w)) ? 1 : creal(w);
}

int main(void)
{
    struct two g = __enzyme_autodiff_2((void *)modulus, 0.0, 0.0);
    CHECK(g.x, 0);
    CHECK(g.y, 0);
    ORACLE_SCALAR2_IS(scaled, 1.0, 3.0, 2, 0);
    return oracle_result();
}
