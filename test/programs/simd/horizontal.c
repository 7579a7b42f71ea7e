/* hadd, hsub, addsub and dp across lanes. */
#include <immintrin.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    __m256d a = _mm256_loadu_pd(x), b = _mm256_loadu_pd(x + 4);
    __m256d h = _mm256_hadd_pd(_mm256_mul_pd(a, b), b), k = _mm256_hsub_pd(a, h),
            s = _mm256_addsub_pd(k, a);
    __m128d low = _mm256_castpd256_pd128(s), high = _mm256_extractf128_pd(h, 1);
    __m128d d = _mm_dp_pd(low, high, 0x31);
    return _mm_cvtsd_f64(d) + _mm_cvtsd_f64(_mm_hadd_pd(low, high));
}

static float g(float x)
{
    __m128 v = _mm_setr_ps(x, x * x, 1, 2 * x), w = _mm_set1_ps(x);
    __m128 d = _mm_dp_ps(v, w, 0x7f), h = _mm_hadd_ps(d, v);
    return _mm_cvtss_f32(_mm_addsub_ps(h, v));
}

int main(void)
{
    double x[8];
    float t = 0.75f;
    oracle_random(x, 8, 12);
    ORACLE_GRADIENT(f, x, 8);
    ORACLE_FLOAT_IS(g, t, 2 * (2 * t + 3 * t * t + 1) - 1);
    return oracle_result();
}
