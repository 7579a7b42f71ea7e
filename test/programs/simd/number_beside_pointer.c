/* A number is spread over a vector where a pointer lies beside it: both come with one load, and the
 * address out of its bits. */
#include "oracle.h"
#include <emmintrin.h>
#include <stdlib.h>

struct scaled {
    double factor;
    const double *at;
};
struct scaled_float {
    float factor;
    const double *at;
};

/* Not inlined, so that the struct stays in memory and has an alignment. */
static __attribute__((noinline)) void pick(struct scaled *s, const double *x, double factor)
{
    s->factor = factor;
    s->at = x + 2;
}

static double doubles(const double *x, int n)
{
    _Alignas(16) struct scaled s;
    pick(&s, x, x[0] * 3);
    __m128d factor = _mm_load1_pd(&s.factor);
    __m128d v = _mm_mul_pd(factor, _mm_loadu_pd(s.at));
    double out[2];
    _mm_storeu_pd(out, v);
    return out[0] * out[1] + s.at[n - 4];
}

static double constant_factor(const double *x, int n)
{
    _Alignas(16) struct scaled s = {2, x + 2};
    __m128d v = _mm_mul_pd(_mm_load1_pd(&s.factor), _mm_loadu_pd(s.at));
    double out[2];
    _mm_storeu_pd(out, v);
    return out[0] * out[0] * out[1] * x[n - 1];
}

static double floats(const double *x, int n)
{
    _Alignas(16) struct scaled_float s = {4, x + 1};
    __m128 factor = _mm_load1_ps(&s.factor);
    float f[4];
    _mm_storeu_ps(f, factor);
    return s.at[0] * s.at[1] * f[1] + f[3] * x[n - 1] * x[0];
}

int main(void)
{
    const double x[5] = {0.3, -0.5, 0.8, 0.4, 1.1};
    ORACLE_GRADIENT(doubles, x, 5);
    ORACLE_GRADIENT(constant_factor, x, 5);
    ORACLE_GRADIENT(floats, x, 5);
    return oracle_result();
}
