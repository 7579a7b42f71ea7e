/* AVX-512: masks, fused arithmetic, gather, scatter, compression and reductions. */
#include <immintrin.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    __m512d s = _mm512_setzero_pd();
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m512d v = _mm512_loadu_pd(x + i);
        __mmask8 m = _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ);
        s = _mm512_fmadd_pd(v, _mm512_mask_mul_pd(v, m, v, v), s);
        s = _mm512_add_pd(s, _mm512_max_pd(v, _mm512_set1_pd(0.1)));
        s = _mm512_add_pd(s, _mm512_sqrt_pd(_mm512_add_pd(_mm512_mul_pd(v, v), _mm512_set1_pd(1))));
    }
    __mmask8 tail = (__mmask8)((1u << (n - i)) - 1);
    __m512d v = _mm512_maskz_loadu_pd(tail, x + i);
    s = _mm512_add_pd(
        s, _mm512_mul_pd(v, _mm512_permutexvar_pd(_mm512_setr_epi64(1, 0, 3, 2, 5, 4, 7, 6), v)));
    __m512d g = _mm512_i32gather_pd(_mm256_setr_epi32(0, 3, 1, 1, 2, 4, 5, 2), x, 8);
    s = _mm512_add_pd(s, _mm512_mask_blend_pd(0x5a, g, _mm512_mul_pd(g, g)));
    double out[8] = {0}, spread[8] = {0};
    _mm512_i32scatter_pd(spread, _mm256_setr_epi32(7, 0, 1, 1, 3, 2, 5, 4), s, 8);
    _mm512_mask_storeu_pd(out, 0x3f, s);
    _mm512_mask_compressstoreu_pd(out + 4, 0xc1, s);
    return spread[1] * spread[7] + _mm512_reduce_add_pd(s) + _mm512_reduce_max_pd(s) +
           out[0] * out[4];
}
int main(void)
{
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512dq"))
        return 0; /* not on this machine */
    double x[13];
    oracle_random(x, 13, 3);
    ORACLE_GRADIENT(f, x, 13);
    return oracle_result();
}
