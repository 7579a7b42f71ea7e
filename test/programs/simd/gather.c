/* Table look-up with gathers: all lanes, and masked with a default. */
#include <immintrin.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    static const int at[] = {3, 1, 1, 6, 0, 7, 2, 5};
    __m256d s = _mm256_set1_pd(0.5);
    for (int i = 0; i < 8; i += 4) {
        __m128i index = _mm_loadu_si128((const __m128i *)(at + i));
        __m256d v = _mm256_i32gather_pd(x, index, 8);
        __m256d mask = _mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ);
        __m256d w = _mm256_mask_i32gather_pd(s, x, index, mask, 8);
        s = _mm256_add_pd(_mm256_mul_pd(v, v), _mm256_mul_pd(s, w));
    }
    double out[4];
    _mm256_storeu_pd(out, s);
    return out[0] + 2 * out[1] - out[2] * out[3];
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 6);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
