/* Single-precision intrinsics one by one: reverse against forward mode, and values against
 * differences in float. */
#include <immintrin.h>
#include <math.h>
#include "oracle.h"

#define LANES(name, expression)                                                                    \
    static void name(const float *x, float *y)                                                     \
    {                                                                                              \
        __m128 a = _mm_loadu_ps(x), b = _mm_loadu_ps(x + 4), r;                                    \
        (void)a, (void)b;                                                                          \
        expression;                                                                                \
        _mm_storeu_ps(y, _mm_mul_ps(r, _mm_add_ps(r, _mm_set1_ps(0.5f))));                         \
    }
#define EACH(F)                                                                                    \
    F(arithmetic, r = _mm_div_ps(_mm_sub_ps(a, _mm_mul_ps(a, b)),                                  \
                                 _mm_add_ps(_mm_mul_ps(b, b), _mm_set1_ps(1))))                    \
    F(scalar_only, r = _mm_mul_ss(_mm_add_ss(a, b), _mm_sub_ss(a, b)))                             \
    F(square_root, r = _mm_sqrt_ps(_mm_add_ps(_mm_mul_ps(a, a), _mm_set1_ps(2))))                  \
    F(extrema, r = _mm_min_ps(_mm_max_ps(a, b), _mm_set1_ps(0.3f)))                                \
    F(extrema_scalar, r = _mm_max_ss(a, _mm_min_ss(b, a)))                                         \
    F(moved, r = _mm_movehl_ps(a, _mm_movelh_ps(b, a)))                                            \
    F(unpacked, r = _mm_unpackhi_ps(a, b); r = _mm_unpacklo_ps(r, a))                              \
    F(shuffled, r = _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 3, 0, 2)))                                 \
    F(blended, r = _mm_blendv_ps(a, b, _mm_cmplt_ps(a, b)))                                        \
    F(dot, r = _mm_add_ps(_mm_dp_ps(a, b, 0x71), _mm_dp_ps(a, a, 0xf4)))                           \
    F(horizontal, r = _mm_hadd_ps(a, _mm_hsub_ps(b, a)))                                           \
    F(duplicated, r = _mm_mul_ps(_mm_movehdup_ps(a), _mm_moveldup_ps(b)))                          \
    F(inserted, r = _mm_insert_ps(a, b, 0x9c); r = _mm_move_ss(r, b))                              \
    F(logical, r = _mm_and_ps(a, _mm_cmpgt_ps(a, b));                                              \
      r = _mm_or_ps(r, _mm_andnot_ps(_mm_cmpgt_ps(a, b), b)))                                      \
    F(bits, r = _mm_castsi128_ps(_mm_and_si128(_mm_castps_si128(a), _mm_set1_epi32(0x7fffffff))))  \
    F(sign_flip, r = _mm_xor_ps(a, _mm_setr_ps(-0.0f, 0, -0.0f, 0)))                               \
    F(pairs, r = _mm_loadl_pi(a, (const __m64 *)(x + 6));                                          \
      r = _mm_loadh_pi(r, (const __m64 *)(x + 1)))                                                 \
    F(stored_pair, float t[4] = {0}; _mm_storel_pi((__m64 *)t, a);                                 \
      _mm_storeh_pi((__m64 *)(t + 2), b); r = _mm_loadu_ps(t))                                     \
    F(bytes_rotated,                                                                               \
      r = _mm_castsi128_ps(_mm_alignr_epi8(_mm_castps_si128(a), _mm_castps_si128(b), 4)))          \
    F(lane_permuted, r = _mm_permute_ps(a, 0x1b))                                                  \
    F(widened, __m256d d = _mm256_cvtps_pd(a); r = _mm256_cvtpd_ps(_mm256_mul_pd(d, d)))           \
    F(eight, __m256 v = _mm256_loadu_ps(x);                                                        \
      v = _mm256_fmadd_ps(v, v,                                                                    \
                          _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0))); \
      r = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1)))                      \
    F(eight_dot, __m256 v = _mm256_dp_ps(_mm256_loadu_ps(x), _mm256_set1_ps(2), 0xf1);             \
      r = _mm_add_ps(a, _mm256_castps256_ps128(_mm256_hadd_ps(v, v))))                             \
    F(gathered, r = _mm_i32gather_ps(x, _mm_setr_epi32(3, 3, 0, 5), 4))

EACH(LANES)

#define CHECK_LANES(name, expression)                                                              \
    for (int i = 0; i < 8; i++) {                                                                  \
        float up[8], down[8], yu[4], yd[4], y[4], dy[4], t[8] = {0}, h = 0x1p-7f;                  \
        for (int k = 0; k < 8; k++)                                                                \
            up[k] = x[k] + h * (float)(k == i), down[k] = x[k] - h * (float)(k == i);              \
        name(up, yu);                                                                              \
        name(down, yd);                                                                            \
        t[i] = 1;                                                                                  \
        __enzyme_fwddiff_v((void *)name, enzyme_dup, x, t, enzyme_dup, y, dy);                     \
        for (int k = 0; k < 4; k++) {                                                              \
            float g[8] = {0}, seed[4] = {0};                                                       \
            seed[k] = 1;                                                                           \
            __enzyme_autodiff_v((void *)name, enzyme_dup, x, g, enzyme_dup, y, seed);              \
            CHECK_FLOAT(g[i], dy[k]);                                                              \
            CHECK_THAT(fabsf(g[i] - (yu[k] - yd[k]) / (2 * h)) < 4e-3f * (1 + fabsf(g[i])));       \
        }                                                                                          \
    }

int main(void)
{
    const float x[] = {0.5f, -0.25f, 0.75f, 1.25f, 0.375f, 0.875f, -0.625f, 0.125f};
    EACH(CHECK_LANES)
    return oracle_result();
}
