/* Arrays of 16-bit halves, filled and read with F16C. */
#include <immintrin.h>
#include <stdint.h>
#include "oracle.h"

static float f(float x)
{
    uint16_t store[8];
    float in[8], out[8], s = 0;
    for (int i = 0; i < 8; i++)
        in[i] = x * (float)(i + 1);
    _mm_storeu_si128((__m128i *)store, _mm256_cvtps_ph(_mm256_loadu_ps(in), 0));
    _mm256_storeu_ps(out, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)store)));
    for (int i = 0; i < 8; i++)
        s += out[i] * out[i];
    return s;
}

int main(void)
{
    float x = 0.75f; /* 204 x^2 */
    ORACLE_FLOAT_IS(f, x, 408 * x);
    return oracle_result();
}
