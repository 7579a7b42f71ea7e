/* Absolute value, negation and copied signs by logical operations on lanes. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m256d v = _mm256_loadu_pd(x + i);
        __m256d a = _mm256_andnot_pd(sign, v), minus = _mm256_xor_pd(v, sign);
        __m256d s = _mm256_or_pd(_mm256_and_pd(sign, v), _mm256_set1_pd(2));
        _mm256_storeu_pd(y + i, _mm256_add_pd(_mm256_mul_pd(a, v), _mm256_mul_pd(s, minus)));
    }
}

int main(void)
{
    double x[8], y[8] = {0};
    oracle_random(x, 8, 2);
    ORACLE_MAP(f, x, 8, y, 8);
    return oracle_result();
}
