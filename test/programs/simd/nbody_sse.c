/* Gravitational energy with two particles per register and scalar intrinsics for the rest. */
#include <immintrin.h>
#include "oracle.h"

static double energy(const double *p, int n)
{
    double e = 0;
    for (int i = 0; i < n / 3; i++)
        for (int j = i + 1; j < n / 3; j++) {
            __m128d dxy = _mm_sub_pd(_mm_loadu_pd(p + 3 * i), _mm_loadu_pd(p + 3 * j));
            __m128d dz = _mm_sub_sd(_mm_load_sd(p + 3 * i + 2), _mm_load_sd(p + 3 * j + 2));
            __m128d q = _mm_mul_pd(dxy, dxy);
            q = _mm_add_sd(_mm_add_sd(q, _mm_shuffle_pd(q, q, 1)), _mm_mul_sd(dz, dz));
            __m128d inverse =
                _mm_div_sd(_mm_set_sd(1), _mm_sqrt_sd(q, _mm_add_sd(q, _mm_set_sd(0.01))));
            double out;
            _mm_store_sd(&out, inverse);
            e -= out;
        }
    return e;
}

int main(void)
{
    double p[12];
    oracle_random(p, 12, 4);
    ORACLE_GRADIENT(energy, p, 12);
    return oracle_result();
}
