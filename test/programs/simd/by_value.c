/* Vectors as arguments and results of helper functions that are not inlined. */
#include <immintrin.h>
#include "oracle.h"

__attribute__((noinline)) static __m256d scale(__m256d v, double s)
{
    return _mm256_mul_pd(v, _mm256_set1_pd(s));
}
__attribute__((noinline)) static __m256d step(__m256d v, __m256d w, int k)
{
    return k ? step(_mm256_fmadd_pd(v, w, v), scale(w, 0.5), k - 1) : v;
}

static double f(const double *x, int n)
{
    __m256d r = step(_mm256_loadu_pd(x), _mm256_loadu_pd(x + 4), 3);
    double out[4];
    _mm256_storeu_pd(out, r);
    return out[0] * out[3] - out[1] * out[2];
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 3);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
