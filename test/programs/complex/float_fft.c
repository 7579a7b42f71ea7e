/* A discrete Fourier transform of float complex samples with a window, and its power spectrum. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

enum { N = 8 };

static float spectrum(const float *x, int n)
{
    float complex out[N];
    float s = 0;
    for (int k = 0; k < n; k++) {
        out[k] = 0;
        for (int i = 0; i < n; i++)
            out[k] += x[i] * (0.5f - 0.5f * cosf(0.7f * (float)i)) *
                      cexpf(-0.785398163f * I * (float)(k * i));
        s += (float)(k + 1) * cabsf(out[k]);
    }
    return s;
}

int main(void)
{
    float x[N], g[N] = {0};
    for (int i = 0; i < N; i++)
        x[i] = sinf(0.9f * (float)i) + 0.1f * (float)i;
    __enzyme_autodiff_f((void *)spectrum, enzyme_dup, x, g, enzyme_const, N);
    for (int i = 0; i < N; i++) {
        float t[N] = {0}, up[N], down[N], h = 0x1p-6f;
        t[i] = 1;
        for (int k = 0; k < N; k++)
            up[k] = x[k] + h * t[k], down[k] = x[k] - h * t[k];
        CHECK_FLOAT(__enzyme_fwddiff_f((void *)spectrum, enzyme_dup, x, t, enzyme_const, N), g[i]);
        CHECK_THAT(fabsf((spectrum(up, N) - spectrum(down, N)) / (2 * h) - g[i]) <
                   1e-3f * (10 + fabsf(g[i])));
    }
    return oracle_result();
}
