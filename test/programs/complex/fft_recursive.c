/* A recursive FFT of double complex with twiddle factors from cexp; the energy of weighted bins. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static void fft(double complex *out, const double complex *in, int n, int stride)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    fft(out, in, n / 2, 2 * stride);
    fft(out + n / 2, in + stride, n / 2, 2 * stride);
    for (int k = 0; k < n / 2; k++) {
        double complex t = cexp(-2 * acos(-1) * I * k / n) * out[k + n / 2];
        double complex e = out[k];
        out[k] = e + t;
        out[k + n / 2] = e - t;
    }
}

static double energy(const double *x, int n)
{
    double complex in[8], out[8];
    double s = 0;
    for (int i = 0; i < n; i++)
        in[i] = x[i] + 0.5 * x[i] * x[i] * I;
    fft(out, in, n, 1);
    for (int i = 0; i < n; i++)
        s += (i + 1) * creal(out[i] * conj(out[i]));
    return s;
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 3);
    ORACLE_GRADIENT(energy, x, 8);
    return oracle_result();
}
