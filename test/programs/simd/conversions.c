/* Conversions between single, double and integer lanes. */
#include <immintrin.h>
#include "oracle.h"

static float f(float x)
{
    __m128 v = _mm_setr_ps(x, 2 * x, x * x, 3);
    __m256d d = _mm256_cvtps_pd(v);
    __m128i whole = _mm256_cvttpd_epi32(_mm256_mul_pd(d, _mm256_set1_pd(2)));
    d = _mm256_mul_pd(d, _mm256_add_pd(d, _mm256_cvtepi32_pd(whole)));
    __m128 s = _mm256_cvtpd_ps(d);
    s = _mm_add_ss(s, _mm_cvtsi32_ss(s, 2));
    s = _mm_mul_ps(s, _mm_cvtepi32_ps(_mm_cvtps_epi32(v)));
    return _mm_cvtss_f32(s) + _mm_cvtss_f32(_mm_shuffle_ps(s, s, 0x55)) +
           (float)_mm_cvtsd_f64(_mm_cvtss_sd(_mm_setzero_pd(), s));
}

int main(void)
{
    float x = 0.8f; /* lanes 0.8 1.6 0.64 3: doubled and truncated 1 3 1 6, rounded 1 2 1 3 */
    ORACLE_FLOAT_IS(f, x, 2 * (2 * x + 1) + 2 * (8 * x + 6));
    return oracle_result();
}
