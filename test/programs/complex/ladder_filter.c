/* Frequency response of a filter given by poles and zeros, with CMPLX. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#endif

static double complex response(const double *p, int n, double w)
{
    double complex s = CMPLX(0, w), h = 1;
    for (int i = 0; i + 1 < n; i += 2) {
        double complex pole = CMPLX(-p[i], p[i + 1]);
        h *= (s + p[i]) / ((s - pole) * (s - conj(pole)));
    }
    return h;
}

static double loss(const double *p, int n)
{
    double sum = 0;
    for (int k = 1; k <= 5; k++) {
        double complex h = response(p, n, 0.4 * k);
        sum += pow(20 * log10(cabs(h)), 2) / 100 + carg(h);
    }
    return sum;
}

int main(void)
{
    const double p[] = {0.6, 1.1, 0.9, 0.5};
    ORACLE_GRADIENT(loss, p, 4);
    return oracle_result();
}
