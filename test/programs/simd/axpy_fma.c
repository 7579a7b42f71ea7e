/* In-place AVX update y += a x with aligned stores through a cast. */
#include <immintrin.h>
#include "oracle.h"

static void f(double *x, int n)
{
    __m256d a = _mm256_set1_pd(x[0]), b = _mm256_broadcast_sd(&x[1]);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m256d v = _mm256_loadu_pd(x + i);
        v = _mm256_fmadd_pd(a, v, _mm256_fnmadd_pd(b, v, _mm256_fmsub_pd(v, v, a)));
        _mm256_storeu_pd(x + i, v);
    }
}

int main(void)
{
    double x[12];
    oracle_random(x, 12, 1);
    ORACLE_INPLACE(f, x, 12);
    return oracle_result();
}
