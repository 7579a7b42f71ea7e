/* _MM_TRANSPOSE4_PS, movehl and movelh, unpacking and insertion of single-precision lanes. */
#include <immintrin.h>
#include "oracle.h"

static float f(float x)
{
    __m128 a = _mm_setr_ps(x, 1, 2, 3), b = _mm_setr_ps(x * x, 4, 5, 6),
           c = _mm_setr_ps(7, 8, x, 9), d = _mm_set1_ps(2 * x);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    __m128 e = _mm_movehl_ps(a, b), g = _mm_movelh_ps(c, d), h = _mm_unpacklo_ps(e, g);
    h = _mm_insert_ps(h, a, 0x10);
    float out[4], more[4];
    _mm_storeu_ps(out, _mm_mul_ps(h, a));
    _mm_storeu_ps(more, e);
    return out[0] + out[1] + out[2] + out[3] + more[1] * more[3];
}

int main(void)
{
    float x = 0.75f;
    /* a = (x, x^2, 7, 2x), b = (1, 4, 8, 2x), c = (2, 5, x, 2x), e = (8, 2x, 7, 2x), g = (2, 5, 3,
     * 6): g takes c0 c1 d0 d1; h = (8, 2, 2x, 5) and its second lane becomes a0 = x: h*a = 8x, x^3,
     * 14x, 10x; e1 e3 = 4 x^2. */
    ORACLE_FLOAT_IS(f, x, 32 + 8 * x + 3 * x * x);
    return oracle_result();
}
