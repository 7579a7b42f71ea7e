/* Blocks of registers kept in an array and in a union with scalars. */
#include <immintrin.h>
#include "oracle.h"

union lanes {
    __m256d v;
    double d[4];
};

static double f(const double *x, int n)
{
    union lanes acc[2];
    __m256d history[3];
    acc[0].v = _mm256_setzero_pd();
    acc[1].v = _mm256_loadu_pd(x);
    for (int i = 0; i < 3; i++) {
        history[i] = _mm256_mul_pd(acc[1].v, _mm256_loadu_pd(x + 4));
        acc[0].v = _mm256_add_pd(acc[0].v, history[i]);
        acc[1].d[i] = acc[0].d[i + 1] * 0.5;
    }
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += acc[0].d[i] * acc[1].d[3 - i] + history[i % 3][i];
    return s;
}

int main(void)
{
    double x[8];
    oracle_random(x, 8, 3);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
