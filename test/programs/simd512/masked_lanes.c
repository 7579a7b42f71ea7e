/* AVX-512: operations with masks and directions of rounding, approximations, conversions,
 * permutations of two vectors, compression and expansion within registers, first lanes. */
#include <immintrin.h>
#include "oracle.h"

static __m512d moved(__m512d v, __m512d w)
{
    const __m512i which = _mm512_setr_epi64(0, 9, 2, 11, 14, 5, 6, 8);
    __m512d p = _mm512_permutex2var_pd(v, which, w);
    p = _mm512_mask_compress_pd(w, 0xb2, p);
    p = _mm512_mul_pd(p, _mm512_maskz_expand_pd(0x6d, v));
    return _mm512_add_pd(p, _mm512_permutevar_pd(v, _mm512_setr_epi64(2, 0, 2, 2, 0, 0, 2, 0)));
}
static __m512d rounded(__m512d v, __m512d w)
{
    enum { NEAREST = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
    __m512d fraction = _mm512_sub_pd(v, _mm512_roundscale_pd(v, _MM_FROUND_TO_NEG_INF));
    __m512d s = _mm512_fmaddsub_round_pd(v, fraction, w, NEAREST);
    s = _mm512_add_round_pd(s, _mm512_mask_sqrt_round_pd(v, 0x35, w, NEAREST), NEAREST);
    return _mm512_mask_div_round_pd(s, 0x99, s, w, NEAREST);
}
static __m512d approximated(__m512d w)
{
    __m512d r = _mm512_rsqrt14_pd(w), half = _mm512_mul_pd(_mm512_set1_pd(0.5), w);
    for (int i = 0; i < 3; i++) /* Newton's method: exact, and so is the derivative */
        r = _mm512_mul_pd(
            r, _mm512_sub_pd(_mm512_set1_pd(1.5), _mm512_mul_pd(half, _mm512_mul_pd(r, r))));
    return r;
}
static double first(__m128d a, __m128d b)
{
    __m128d s = _mm_mask_sqrt_sd(a, 1, a, b);
    s = _mm_mask_mul_sd(b, 1, s, b);
    s = _mm_add_sd(s, _mm_roundscale_sd(b, a, _MM_FROUND_TO_ZERO));
    return _mm_cvtsd_f64(_mm_mask_max_sd(s, 1, s, a));
}
static double f(const double *x, int n)
{
    double out[8];
    __m512d v = _mm512_loadu_pd(x),
            w = _mm512_add_pd(_mm512_mul_pd(_mm512_loadu_pd(x + n - 8), v), _mm512_set1_pd(3));
    _mm512_storeu_pd(out,
                     _mm512_add_pd(rounded(v, w), _mm512_mul_pd(moved(v, w), approximated(w))));
    double sum = first(_mm512_castpd512_pd128(v), _mm512_castpd512_pd128(w));
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * out[i];
    return sum;
}
int main(void)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512dq"))
        return 0; /* not on this machine */
    double x[13];
    oracle_random(x, 13, 7);
    for (int i = 0; i < 13; i++)
        x[i] += 0.37; /* away from where rounding jumps */
    ORACLE_GRADIENT(f, x, 13);
    return oracle_result();
}
