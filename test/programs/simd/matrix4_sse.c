/* A 4x4 matrix product and transposition with SSE and AVX shuffles. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    __m256d col[4], row[4];
    for (int i = 0; i < 4; i++)
        col[i] = _mm256_loadu_pd(x + 4 * i);
    __m256d t0 = _mm256_unpacklo_pd(col[0], col[1]), t1 = _mm256_unpackhi_pd(col[0], col[1]);
    __m256d t2 = _mm256_unpacklo_pd(col[2], col[3]), t3 = _mm256_unpackhi_pd(col[2], col[3]);
    row[0] = _mm256_permute2f128_pd(t0, t2, 0x20);
    row[1] = _mm256_permute2f128_pd(t1, t3, 0x20);
    row[2] = _mm256_permute2f128_pd(t0, t2, 0x31);
    row[3] = _mm256_permute2f128_pd(t1, t3, 0x31);
    for (int i = 0; i < 4; i++) {
        __m256d s = _mm256_setzero_pd();
        for (int k = 0; k < 4; k++)
            s = _mm256_fmadd_pd(_mm256_broadcast_sd(x + 4 * i + k), row[k], s);
        _mm256_storeu_pd(y + 4 * i, s);
    }
}

int main(void)
{
    double x[16], y[16] = {0};
    oracle_random(x, 16, 8);
    ORACLE_MAP(f, x, 16, y, 16);
    return oracle_result();
}
