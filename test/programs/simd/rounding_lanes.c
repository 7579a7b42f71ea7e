/* Range reduction with rounding of all lanes: a periodic polynomial. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i + 4 <= n; i += 4) {
        __m256d v = _mm256_mul_pd(_mm256_loadu_pd(x + i), _mm256_set1_pd(5));
        __m256d k = _mm256_round_pd(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                r = _mm256_sub_pd(v, k);
        __m256d low = _mm256_sub_pd(v, _mm256_floor_pd(v)),
                high = _mm256_sub_pd(_mm256_ceil_pd(v), v);
        _mm256_storeu_pd(y + i, _mm256_fmadd_pd(r, _mm256_mul_pd(low, high), k));
    }
}

int main(void)
{
    double x[8], y[8] = {0};
    oracle_random(x, 8, 2);
    ORACLE_MAP(f, x, 8, y, 8);
    return oracle_result();
}
