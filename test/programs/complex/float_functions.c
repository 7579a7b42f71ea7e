/* float complex, passed as a packed pair: arithmetic, parts and functions. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static float product(float x)
{
    float complex z = x + 0.5f * I, w = z * z / (1.0f + z);
    return crealf(w) + cimagf(w);
}
static float modulus(float x)
{
    return cabsf(conjf(x + 0.5f * I)) + cargf(x + 0.5f * I);
}
static float functions(float x)
{
    float complex z = x + 0.5f * I;
    return crealf(cexpf(z) * csqrtf(z)) + cimagf(clogf(z) + cpowf(z, 1.5f) + csinf(z) + ctanhf(z));
}

int main(void)
{
    float x = 0.8f;
    double complex z = 0.8f + 0.5 * I, one = 1;
    double complex dw = (2 * z * (1 + z) - z * z) / ((1 + z) * (1 + z));
    double complex df = cexp(z) * (csqrt(z) + 0.5 / csqrt(z)),
                   dg = one / z + 1.5 * csqrt(z) + ccos(z) + one / (ccosh(z) * ccosh(z));
    ORACLE_FLOAT_IS(product, x, creal(dw) + cimag(dw));
    ORACLE_FLOAT_IS(modulus, x, creal(z) / cabs(z) - cimag(z) / (cabs(z) * cabs(z)));
    ORACLE_FLOAT_IS(functions, x, creal(df) + cimag(dg));
    return oracle_result();
}
