/* Local arrays that are aligned to whole vectors, in functions that have tapes of their own. */
#include <immintrin.h>
#include "oracle.h"

static double horizontal(__m256d v)
{
    _Alignas(32) double t[4];
    _mm256_store_pd(t, v);
    return t[0] + t[1] * t[2] + t[3];
}

__attribute__((noinline)) static double level(const double *x, int depth)
{
    double odd[2] = {x[0] * depth, x[1] + depth};
    _Alignas(32) double a[4], b[8];
    _Alignas(64) double c[4];
    for (int i = 0; i < 4; i++) {
        a[i] = x[i] * odd[i & 1];
        b[i] = x[i + 1] + a[i], b[4 + i] = x[i] - 2;
    }
    _mm256_store_pd(c, _mm256_mul_pd(_mm256_load_pd(a), _mm256_load_pd(b + 4)));
    double rest = depth > 0 ? level(a, depth - 1) : x[2];
    return rest * 0.25 + horizontal(_mm256_mul_pd(_mm256_load_pd(b), _mm256_load_pd(c)));
}
static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 5 <= n; i += 2)
        sum += level(x + i, 0) + level(x + i, -1) * x[i];
    return sum;
}
int main(void)
{
    double x[12];
    oracle_random(x, 12, 3);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
