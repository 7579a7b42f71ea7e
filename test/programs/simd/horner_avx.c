/* A polynomial at four points at once by Horner's rule with fused multiply-add. */
#include <immintrin.h>
#include "oracle.h"

static void f(const double *c, int n, double *y, int m)
{
    for (int i = 0; i < m; i += 4) {
        __m256d x = _mm256_setr_pd(0.1 * i, 0.2 * i + 0.3, 0.5, -0.4 * i),
                p = _mm256_set1_pd(c[n - 1]);
        for (int k = n - 2; k >= 0; k--)
            p = _mm256_fmadd_pd(p, x, _mm256_set1_pd(c[k]));
        p = _mm256_div_pd(p, _mm256_sqrt_pd(_mm256_add_pd(_mm256_mul_pd(p, p), _mm256_set1_pd(1))));
        _mm256_storeu_pd(y + i, p);
    }
}

int main(void)
{
    double c[5], y[8] = {0};
    oracle_random(c, 5, 2);
    ORACLE_MAP(f, c, 5, y, 8);
    return oracle_result();
}
