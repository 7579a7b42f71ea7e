/* A branch on all lanes at once by movemask, and a loop until every lane has converged. */
#include <immintrin.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    __m256d a = _mm256_loadu_pd(x), r = _mm256_set1_pd(1);
    for (int it = 0; it < 40; it++) {
        __m256d next = _mm256_mul_pd(_mm256_set1_pd(0.5), _mm256_add_pd(r, _mm256_div_pd(a, r)));
        __m256d d = _mm256_andnot_pd(_mm256_set1_pd(-0.0), _mm256_sub_pd(next, r));
        r = next;
        if (_mm256_movemask_pd(_mm256_cmp_pd(d, _mm256_set1_pd(1e-14), _CMP_GT_OQ)) == 0)
            break;
    }
    if (_mm256_movemask_pd(_mm256_sub_pd(r, _mm256_set1_pd(1))) & 1)
        r = _mm256_mul_pd(r, r);
    double out[4];
    _mm256_storeu_pd(out, r);
    return out[0] * out[1] + out[2] - out[3];
}

int main(void)
{
    const double x[] = {0.3, 2.5, 1.7, 0.9};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
