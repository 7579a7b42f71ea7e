/* Double-precision intrinsics one by one: each combines eight inputs into four outputs. */
#include <immintrin.h>
#include "oracle.h"

#define LANES(name, expression)                                                                    \
    static void name(const double *x, int n, double *y, int m)                                     \
    {                                                                                              \
        __m256d a = _mm256_loadu_pd(x), b = _mm256_loadu_pd(x + 4), r;                             \
        __m128d p = _mm_loadu_pd(x), q = _mm_loadu_pd(x + 5), s = _mm_setzero_pd();                \
        r = _mm256_setzero_pd();                                                                   \
        (void)a, (void)b, (void)p, (void)q;                                                        \
        expression;                                                                                \
        r = _mm256_add_pd(_mm256_mul_pd(r, r), _mm256_insertf128_pd(r, s, 1));                     \
        _mm256_storeu_pd(y, r);                                                                    \
    }
#define EACH(F)                                                                                    \
    F(add_sub, r = _mm256_sub_pd(_mm256_add_pd(a, b), _mm256_mul_pd(a, b)))                        \
    F(divide, r = _mm256_div_pd(a, _mm256_add_pd(_mm256_mul_pd(b, b), _mm256_set1_pd(1))))         \
    F(fused, r = _mm256_fmaddsub_pd(a, b, a); s = _mm_fmsub_sd(p, q, p))                           \
    F(fused_negative, r = _mm256_fnmsub_pd(a, b, a); s = _mm_fnmadd_pd(p, q, p))                   \
    F(square_root, r = _mm256_sqrt_pd(_mm256_add_pd(_mm256_mul_pd(a, a), _mm256_set1_pd(2))))      \
    F(minimum, r = _mm256_min_pd(a, b); s = _mm_max_sd(p, q))                                      \
    F(blend_mask, r = _mm256_blendv_pd(a, b, _mm256_cmp_pd(a, b, _CMP_LE_OQ)))                     \
    F(blend_constant, r = _mm256_blend_pd(a, b, 6); s = _mm_blend_pd(p, q, 1))                     \
    F(unpack, r = _mm256_unpacklo_pd(a, b); s = _mm_unpackhi_pd(p, q))                             \
    F(shuffled, r = _mm256_shuffle_pd(a, b, 5); s = _mm_shuffle_pd(p, q, 1))                       \
    F(permuted, r = _mm256_permute_pd(a, 6); r = _mm256_permute4x64_pd(r, 0x4e))                   \
    F(halves, r = _mm256_permute2f128_pd(a, b, 0x21); s = _mm256_extractf128_pd(b, 1))             \
    F(variable, r = _mm256_permutevar_pd(a, _mm256_setr_epi64x(2, 0, 0, 2)))                       \
    F(horizontal_add, r = _mm256_hadd_pd(a, b); s = _mm_hsub_pd(p, q))                             \
    F(alternate, r = _mm256_addsub_pd(a, b); s = _mm_addsub_pd(p, q))                              \
    F(duplicate, r = _mm256_movedup_pd(a); s = _mm_movedup_pd(q))                                  \
    F(broadcast, r = _mm256_broadcastsd_pd(p); s = _mm_loaddup_pd(x + 3))                          \
    F(logic, r = _mm256_and_pd(a, _mm256_cmp_pd(b, a, _CMP_GT_OQ));                                \
      s = _mm_xor_pd(p, _mm_set1_pd(-0.0)))                                                        \
    F(absolute, r = _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);                                     \
      s = _mm_or_pd(_mm_andnot_pd(_mm_set1_pd(-0.0), p),                                           \
                    _mm_and_pd(_mm_set1_pd(-0.0), _mm_set1_pd(-1))))                               \
    F(scalar_parts, s = _mm_move_sd(p, q); s = _mm_loadh_pd(s, x + 6);                             \
      s = _mm_loadl_pd(_mm_add_pd(s, p), x + 2))                                                   \
    F(single_and_back, s = _mm_cvtps_pd(_mm_cvtpd_ps(_mm_cvtepi32_pd(_mm_cvtpd_epi32(p))));        \
      r = _mm256_mul_pd(a, a))                                                                     \
    F(integers, r = _mm256_mul_pd(a, _mm256_cvtepi32_pd(_mm256_cvttpd_epi32(                       \
                                         _mm256_mul_pd(b, _mm256_set1_pd(8))))))                   \
    F(compare_scalar, s = _mm_mul_sd(p, _mm_set_sd(_mm_comilt_sd(p, q) ? 2 : 3)); r = a)           \
    F(sum_by_store, double t[4]; _mm256_storeu_pd(t, a); t[1] += t[2] * t[3];                      \
      r = _mm256_loadu_pd(t); s = q)                                                               \
    F(insert_lane, r = _mm256_set_pd(x[1], x[0] * x[7], x[2], 1);                                  \
      r = _mm256_insertf128_pd(r, p, 0))                                                           \
    F(reversed, s = _mm_loadr_pd(x + 2); r = _mm256_set_m128d(p, q))                               \
    F(cast_bits,                                                                                   \
      r = _mm256_castsi256_pd(_mm256_and_si256(                                                    \
          _mm256_castpd_si256(a), _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_GE_OQ)))))          \
    F(aligned, double t[4] __attribute__((aligned(32))); _mm256_store_pd(t, b);                    \
      r = _mm256_load_pd(t); _mm_storeh_pd(t, q); s = _mm_load_sd(t))                              \
    F(rounded, r = _mm256_sub_pd(_mm256_mul_pd(a, _mm256_set1_pd(3)),                              \
                                 _mm256_round_pd(_mm256_mul_pd(a, _mm256_set1_pd(3)), 0x8));       \
      s = _mm_floor_pd(q))

EACH(LANES)

int main(void)
{
    double x[8], y[4] = {0};
    oracle_random(x, 8, 31);
#define CHECK_LANES(name, expression) ORACLE_MAP(name, x, 8, y, 4);
    EACH(CHECK_LANES)
    return oracle_result();
}
