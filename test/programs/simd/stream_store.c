/* Aligned buffers, non-temporal stores and a fence. */
#include <immintrin.h>
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *buffer = _mm_malloc((size_t)n * sizeof *buffer, 32), s = 0;
    for (int i = 0; i < n; i += 2)
        _mm_stream_pd(buffer + i, _mm_mul_pd(_mm_loadu_pd(x + i), _mm_set1_pd(x[0])));
    _mm_sfence();
    for (int i = 0; i < n; i += 4) {
        __m256d v = _mm256_load_pd(buffer + i);
        v = _mm256_mul_pd(v, v);
        double out[4] __attribute__((aligned(32)));
        _mm256_store_pd(out, v);
        s += out[0] - out[1] + out[2] * out[3];
    }
    _mm_free(buffer);
    return s;
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 3);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
