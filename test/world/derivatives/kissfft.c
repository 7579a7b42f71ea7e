/* KISS FFT: transforms of complex and real numbers in one and two dimensions. They are linear, so
 * that closed forms are sums of cosines. */
#include <kiss_fft.h>
#include <kiss_fftnd.h>
#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

#include "oracle.h"

enum { N = 30 }; /* 2 * 3 * 5: all butterflies but those of 4 */

static void transform(const double *x, int n, double *y, int m)
{
    kiss_fft_cfg plan = kiss_fft_alloc(n / 2, 0, NULL, NULL);
    kiss_fft(plan, (const kiss_fft_cpx *)x, (kiss_fft_cpx *)y);
    free(plan);
    (void)m;
}
static void real_transform(const double *x, int n, double *y, int m)
{
    kiss_fftr_cfg plan = kiss_fftr_alloc(n, 0, NULL, NULL);
    kiss_fftr(plan, x, (kiss_fft_cpx *)y);
    free(plan);
    (void)m;
}
static void in_two_dimensions(const double *x, int n, double *y, int m)
{
    const int sizes[2] = {4, 3};
    kiss_fftnd_cfg plan = kiss_fftnd_alloc(sizes, 2, 1, NULL, NULL);
    kiss_fftnd(plan, (const kiss_fft_cpx *)x, (kiss_fft_cpx *)y);
    free(plan);
    (void)n;
    (void)m;
}

/* The power at one frequency; its derivative is 2 (re cos - im sin). */
static double power(const double *x, int n)
{
    kiss_fftr_cfg plan = kiss_fftr_alloc(n, 0, NULL, NULL);
    kiss_fft_cpx y[N / 2 + 1];
    kiss_fftr(plan, x, y);
    free(plan);
    return y[3].r * y[3].r + y[3].i * y[3].i;
}

int main(void)
{
    double x[2 * N], y[2 * N] = {0}, want[N], re = 0, im = 0;
    oracle_random(x, 2 * N, 7);
    ORACLE_MAP(transform, x, 2 * N, y, 2 * N);
    ORACLE_MAP(real_transform, x, N, y, N + 2);
    ORACLE_MAP(in_two_dimensions, x, 24, y, 24);
    for (int i = 0; i < N; i++) {
        re += x[i] * cos(2 * M_PI * 3 * i / N);
        im -= x[i] * sin(2 * M_PI * 3 * i / N);
    }
    for (int i = 0; i < N; i++)
        want[i] = 2 * (re * cos(2 * M_PI * 3 * i / N) - im * sin(2 * M_PI * 3 * i / N));
    ORACLE_GRADIENT_IS(power, x, N, want);
    return oracle_result();
}
