/* Weights stored in half precision and widened with F16C for the arithmetic. */
#include <immintrin.h>
#include "oracle.h"

static float f(float x)
{
    float in[4] = {x, 2 * x, 0.5f, 1}, out[4];
    __m128i packed = _mm_cvtps_ph(_mm_loadu_ps(in), 0);
    __m128 wide = _mm_cvtph_ps(packed);
    _mm_storeu_ps(out, _mm_mul_ps(wide, wide));
    return out[0] + out[1] + out[2];
}

int main(void)
{
    float x = 0.75f;
    ORACLE_FLOAT_IS(f, x, 10 * x);
    return oracle_result();
}
