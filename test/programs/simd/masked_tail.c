/* The tail of an array with masked loads and stores. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i < n; i += 4) {
        int left = n - i;
        __m256i mask =
            _mm256_setr_epi64x(-1, left > 1 ? -1 : 0, left > 2 ? -1 : 0, left > 3 ? -1 : 0);
        __m256d v = _mm256_maskload_pd(x + i, mask);
        v = _mm256_mul_pd(v, _mm256_add_pd(v, _mm256_set1_pd(0.5)));
        _mm256_maskstore_pd(y + i, mask, v);
    }
}

int main(void)
{
    double x[10], y[10] = {0};
    oracle_random(x, 10, 2);
    ORACLE_MAP(f, x, 10, y, 10);
    return oracle_result();
}
