/* Normalisation with the approximate reciprocal square root and one Newton step. */
#include <immintrin.h>
#include "oracle.h"

static float f(float x)
{
    __m128 v = _mm_setr_ps(x, 2, 0.5f * x, 1), s = _mm_dp_ps(v, v, 0xff);
    __m128 r = _mm_rsqrt_ps(s);
    r = _mm_mul_ps(_mm_mul_ps(_mm_set1_ps(0.5f), r),
                   _mm_sub_ps(_mm_set1_ps(3), _mm_mul_ps(s, _mm_mul_ps(r, r))));
    v = _mm_mul_ps(v, r);
    return _mm_cvtss_f32(v);
}

static float g(float x)
{
    __m128 r = _mm_rcp_ss(_mm_set_ss(x));
    r = _mm_sub_ss(_mm_add_ss(r, r), _mm_mul_ss(_mm_mul_ss(r, r), _mm_set_ss(x)));
    return _mm_cvtss_f32(r) + _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
}

int main(void)
{
    float x = 0.8f;
    double s = 5 + 1.25 * x * x;
    CHECK_TOL(__enzyme_autodiff_exact_f((void *)f, x), 5 / (s * __builtin_sqrt(s)), 1e-3);
    CHECK_TOL(__enzyme_fwddiff_exact_f((void *)f, x, 1), 5 / (s * __builtin_sqrt(s)), 1e-3);
    CHECK_TOL(__enzyme_autodiff_exact_f((void *)g, x), -1 / (x * x) + 0.5 / __builtin_sqrt(x),
              1e-3);
    return oracle_result();
}
