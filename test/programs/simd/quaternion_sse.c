/* Rotation by quaternions held in SSE registers (single precision). */
#include <immintrin.h>
#include "oracle.h"

static __m128 multiply(__m128 a, __m128 b)
{
    const __m128 sx = _mm_setr_ps(1, 1, 1, -1);
    __m128 r = _mm_mul_ps(_mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 3, 3, 3)), b);
    r = _mm_add_ps(r, _mm_mul_ps(sx, _mm_mul_ps(_mm_shuffle_ps(a, a, _MM_SHUFFLE(0, 2, 1, 0)),
                                                _mm_shuffle_ps(b, b, _MM_SHUFFLE(0, 3, 3, 3)))));
    r = _mm_add_ps(r, _mm_mul_ps(sx, _mm_mul_ps(_mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 2, 1)),
                                                _mm_shuffle_ps(b, b, _MM_SHUFFLE(1, 1, 0, 2)))));
    return _mm_sub_ps(r, _mm_mul_ps(_mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 1, 0, 2)),
                                    _mm_shuffle_ps(b, b, _MM_SHUFFLE(2, 0, 2, 1))));
}

static float reference(const float *p, const float *q, int k)
{
    float x = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    float y = p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2];
    float z = p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0];
    float w = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
    const float r[] = {x, y, z, w};
    return r[k];
}

static void product(const float *a, const float *b, float *out)
{
    _mm_storeu_ps(out, multiply(_mm_loadu_ps(a), _mm_loadu_ps(b)));
}

int main(void)
{
    const float a[] = {0.1f, -0.4f, 0.3f, 0.8f}, b[] = {0.5f, 0.2f, -0.7f, 0.4f};
    for (int k = 0; k < 4; k++) {
        float out[4], dout[4] = {0}, da[4] = {0}, db[4] = {0};
        dout[k] = 1;
        __enzyme_autodiff_v((void *)product, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, out,
                            dout);
        CHECK_FLOAT(out[k], reference(a, b, k));
        for (int i = 0; i < 4; i++) {
            float e[4] = {0};
            e[i] = 1;
            CHECK_FLOAT(da[i], reference(e, b, k));
            CHECK_FLOAT(db[i], reference(a, e, k));
        }
    }
    return oracle_result();
}
