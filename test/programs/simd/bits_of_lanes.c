/* Exponential, logarithm and inverse root of four floats at a time: exponents and mantissas by
 * vector operations on bits. */
#include <emmintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static __m128 fast_log(__m128 x)
{
    __m128i bits = _mm_castps_si128(x),
            e = _mm_sub_epi32(_mm_srli_epi32(bits, 23), _mm_set1_epi32(127));
    __m128 m = _mm_and_ps(x, _mm_castsi128_ps(_mm_set1_epi32(0x007fffff)));
    m = _mm_or_ps(m, _mm_set1_ps(1));
    __m128 t = _mm_div_ps(_mm_sub_ps(m, _mm_set1_ps(1)), _mm_add_ps(m, _mm_set1_ps(1))),
           z = _mm_mul_ps(t, t);
    __m128 s = _mm_set1_ps(2.0f / 11);
    for (int k = 9; k > 0; k -= 2)
        s = _mm_add_ps(_mm_mul_ps(s, z), _mm_set1_ps(2.0f / (float)k));
    return _mm_add_ps(_mm_mul_ps(_mm_cvtepi32_ps(e), _mm_set1_ps(0.69314718f)), _mm_mul_ps(s, t));
}

static __m128 fast_exp(__m128 x)
{
    __m128i k =
        _mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(x, _mm_set1_ps(1.44269504f)), _mm_set1_ps(64.5f)));
    __m128 kf = _mm_sub_ps(_mm_cvtepi32_ps(k), _mm_set1_ps(64));
    __m128 r = _mm_sub_ps(x, _mm_mul_ps(kf, _mm_set1_ps(0.69314718f))), s = _mm_set1_ps(1);
    for (int n = 8; n > 0; n--)
        s = _mm_add_ps(_mm_mul_ps(_mm_mul_ps(s, r), _mm_set1_ps(1.0f / (float)n)), _mm_set1_ps(1));
    __m128i p = _mm_slli_epi32(_mm_add_epi32(k, _mm_set1_epi32(127 - 64)), 23);
    return _mm_mul_ps(s, _mm_castsi128_ps(p));
}

/* The whole number is the bits. */
static __m128 rough_exp(__m128 x)
{
    __m128 v = _mm_add_ps(_mm_mul_ps(x, _mm_set1_ps(12102203.0f)), _mm_set1_ps(1064866805.0f));
    return _mm_castsi128_ps(_mm_cvttps_epi32(v));
}

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_words __attribute__((vector_size(16)));
static four inverse_root(four x)
{
    four y = (four)(0x5f3759df - ((four_words)x >> 1));
    for (int k = 0; k < 3; k++)
        y = y * (1.5f - 0.5f * x * y * y);
    return y;
}

static double f(const double *x, int n)
{
    float in[4], out[4];
    double sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = (float)x[i];
    __m128 v = _mm_loadu_ps(in);
    _mm_storeu_ps(out,
                  _mm_add_ps(fast_log(v), _mm_mul_ps(fast_exp(v), (__m128)inverse_root((four)v))));
    for (int i = 0; i < n; i++)
        sum += out[i] * (i + 1);
    return sum;
}
static double rough(const double *x, int n)
{
    float in[4], out[4];
    double sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = (float)x[i];
    _mm_storeu_ps(out, rough_exp(_mm_loadu_ps(in)));
    for (int i = 0; i < n; i++)
        sum += out[i] * (i + 1);
    return sum;
}

int main(void)
{
    const double x[4] = {0.4, 1.7, 2.9, 5.3};
    double g[4], h[4], slope[4];
    GRADIENT(f, x, g, 4);
    GRADIENT(rough, x, h, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_TOL(g[i], (1 / x[i] + exp(x[i]) / sqrt(x[i]) * (1 - 0.5 / x[i])) * (i + 1), 1e-4);
        float one[4] = {(float)x[i]}, y[4];
        _mm_storeu_ps(y, rough_exp(_mm_loadu_ps(one)));
        slope[i] = 12102203.0 / 8388608 * exp2(ilogb(y[0])) * (i + 1);
        CHECK_TOL(h[i], slope[i], 1e-6);
    }
    return oracle_result();
}
