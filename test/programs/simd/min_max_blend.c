/* Lane-wise minimum, maximum, clamping and blending by comparison. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i + 4 <= n; i += 4) {
        __m256d v = _mm256_loadu_pd(x + i), w = _mm256_permute4x64_pd(v, 0x1b);
        __m256d low = _mm256_min_pd(v, w), high = _mm256_max_pd(v, w);
        __m256d clamped =
            _mm256_max_pd(_mm256_set1_pd(-0.4), _mm256_min_pd(v, _mm256_set1_pd(0.4)));
        __m256d c = _mm256_cmp_pd(v, _mm256_set1_pd(0.1), _CMP_LT_OS);
        __m256d b = _mm256_blendv_pd(_mm256_mul_pd(low, high), _mm256_mul_pd(high, high), c);
        b = _mm256_add_pd(b, _mm256_blend_pd(clamped, low, 5));
        b = _mm256_add_pd(b, _mm256_and_pd(c, v));
        _mm256_storeu_pd(y + i, _mm256_sub_pd(b, _mm256_andnot_pd(c, w)));
    }
}

int main(void)
{
    double x[8], y[8] = {0};
    oracle_random(x, 8, 2);
    ORACLE_MAP(f, x, 8, y, 8);
    return oracle_result();
}
