/* One number goes to both lanes while its bits are handled as integers: its adjoint is the sum. */
#include "oracle.h"
#include <emmintrin.h>

static double f(const double *x, int n)
{
    __m128d first = _mm_castsi128_pd(_mm_shuffle_epi32(_mm_castpd_si128(_mm_loadu_pd(x)), 0x44));
    __m128d sign = _mm_castsi128_pd(_mm_set_epi64x((long long)0x8000000000000000ull, 0));
    __m128d other = _mm_castsi128_pd(_mm_set_epi64x(0, (long long)0x8000000000000000ull));
    __m128d a = _mm_mul_pd(_mm_xor_pd(first, sign), _mm_loadu_pd(x + n - 2));
    __m128d b = _mm_mul_pd(_mm_xor_pd(first, other), _mm_mul_pd(first, _mm_loadu_pd(x + 1)));
    __m128d c = _mm_castsi128_pd(_mm_shuffle_epi32(_mm_castpd_si128(_mm_add_pd(a, b)), 0x4e));
    return c[0] * x[1] + c[1];
}

int main(void)
{
    const double x[4] = {1.1, 1.2, 1.3, 1.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
