/* A dot product with AVX, two accumulators, a horizontal sum and a scalar tail. */
#include <immintrin.h>
#include "oracle.h"

static double sum4(__m256d v)
{
    __m128d low = _mm256_castpd256_pd128(v), high = _mm256_extractf128_pd(v, 1);
    low = _mm_add_pd(low, high);
    return _mm_cvtsd_f64(_mm_add_sd(low, _mm_unpackhi_pd(low, low)));
}

static double f(const double *x, int n)
{
    __m256d a = _mm256_setzero_pd(), b = _mm256_setzero_pd();
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m256d u = _mm256_loadu_pd(x + i), v = _mm256_loadu_pd(x + i + 4);
        a = _mm256_fmadd_pd(u, v, a);
        b = _mm256_add_pd(b, _mm256_mul_pd(v, v));
    }
    double s = sum4(_mm256_sub_pd(a, b));
    for (; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}

int main(void)
{
    double x[21];
    oracle_random(x, 21, 7);
    ORACLE_GRADIENT(f, x, 21);
    return oracle_result();
}
