/* Complex numbers in tables, static state, structures of three precisions, arguments and results of
 * functions. */
#include <complex.h>
#include "oracle.h"

struct filter {
    float complex taps[3];
    double complex gain;
    long double complex big;
};

static const double complex table[3] = {1, I, -1 + 2 * I};
static double complex state;

__attribute__((noinline)) static double complex next(double complex z, int k)
{
    state += z * table[k % 3];
    return state;
}
__attribute__((noinline)) static float complex fnext(float complex z, float complex w)
{
    return z * w + conjf(z);
}
__attribute__((noinline)) static long double complex lnext(long double complex z,
                                                           long double complex w)
{
    return z * w + conjl(z);
}
static double norm(const double complex *z)
{
    return creal(*z) * creal(*z) + cimag(*z) * cimag(*z);
}

static double f(double x, double y)
{
    struct filter s = {{0}, x - I * y, y + I * x};
    double complex z = x + I * y, w = 0, *p = &w;
    state = 0;
    for (int k = 0; k < 4; k++) {
        w += next(z, k);
        z = z == w ? z : z * 0.5 + w / (2 + I);
        *p -= (double complex)(float complex)(0.25 + 0 * I) * z;
    }
    __real__ w = __imag__ w * 0.5;
    s.gain *= w;
    s.big = lnext(s.big, (long double complex)s.gain);
    double complex minus = -w, before = w++;
    return norm(&w) + creal(s.gain) * cimag(minus) + (double)creall(s.big) + creal(before);
}

static float g(float x)
{
    struct filter s = {{x, x * I, 1 + x * I}, 0, 0};
    float complex b = 0;
    for (int i = 0; i < 3; i++)
        b = fnext(s.taps[i], b + 1.0f);
    return crealf(b) + cimagf(b);
}

int main(void)
{
    float x = 0.5f, h = 0x1p-8f, d = __enzyme_autodiff_exact_f((void *)g, x);
    ORACLE_SCALAR2(f, 0.7, -0.4);
    CHECK_FLOAT(d, __enzyme_fwddiff_exact_f((void *)g, x, 1));
    CHECK_TOL(d, (g(x + h) - g(x - h)) / (2 * h), 1e-3);
    return oracle_result();
}
