/* A structure that holds a complex amplitude, passed by pointer and copied. */
#include <complex.h>
#include "oracle.h"

struct wave {
    double complex amplitude;
    double wavenumber;
    int order;
};

static double complex at(const struct wave *w, double x)
{
    return w->amplitude * cexp(I * w->wavenumber * w->order * x);
}

static double intensity(const double *x, int n)
{
    struct wave w[2] = {{x[0] + x[1] * I, x[2], 1}, {0}}, *second = &w[1];
    *second = w[0];
    second->amplitude *= 0.5;
    second->order = 2;
    double complex sum = at(&w[0], 0.3) + at(second, 0.3);
    return creal(sum * ~sum);
}

int main(void)
{
    const double x[] = {0.8, -0.3, 1.7};
    ORACLE_GRADIENT(intensity, x, 3);
    return oracle_result();
}
