/* Fast exponentials, logarithms and powers: integers become the bits of numbers, bits become
 * numbers. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static double power_of(double x)
{
    return copysign(exp2(ilogb(x)), x);
}

/* The high word is a*x + b. */
static double exp_words(double x)
{
    union {
        double d;
        struct {
            int low, high;
        } n;
    } u = {0};
    u.n.high = (int)(1048576 / 0.69314718055994530942 * x + (1072693248 - 60801));
    return u.d;
}
/* The same union for all calls, and halves of numbers in an array. */
static union {
    double d;
    struct {
        int low, high;
    } n;
} kept;
#define EXP(y)                                                                                     \
    (kept.n.high = (int)(1048576 / 0.69314718055994530942 * (y) + (1072693248 - 60801)), kept.d)
static double exp_kept(double x)
{
    return EXP(x) * EXP(2 * x);
}
typedef int __attribute__((may_alias)) half;
static double exp_in_place(double x)
{
    double y[2] = {x, 0}, *volatile hidden = y, *at = hidden;
    ((half *)at)[3] = (int)(1048576 / 0.69314718055994530942 * at[0] + (1072693248 - 60801));
    ((half *)at)[1] += 3 << 20;
    return at[0] * at[1];
}
static double exp_shifted(double x)
{
    int64_t i = (int64_t)(6497320848556798.0 * x + 4606794787981047020.0);
    double y;
    memcpy(&y, &i, 8);
    return y;
}

/* The integer is in the low word of a sum with a large number. */
static float exp_magic(float x)
{
    union {
        double d;
        uint64_t u;
    } u = {12102203.0 * x + 1064866805.0 + 6755399441055744.0};
    uint32_t i = (uint32_t)u.u;
    float y;
    memcpy(&y, &i, 4);
    return y;
}

static float log2_rational(float x)
{
    union {
        float f;
        uint32_t i;
    } vx = {x};
    union {
        uint32_t i;
        float f;
    } mx = {(vx.i & 0x007FFFFF) | 0x3f000000};
    float y = (float)vx.i * 1.1920928955078125e-7f;
    return y - 124.22551499f - 1.498030302f * mx.f - 1.72587999f / (0.3520887068f + mx.f);
}

static float pow2_rational(float p)
{
    float offset = p < 0 ? 1.0f : 0.0f, clipped = p < -126 ? -126.0f : p;
    int w = (int)clipped;
    float z = clipped - (float)w + offset;
    union {
        uint32_t i;
        float f;
    } v = {(uint32_t)((1 << 23) * (clipped + 121.2740575f + 27.7280233f / (4.84252568f - z) -
                                   1.49012907f * z))};
    return v.f;
}
static float pow_both(float x, float p)
{
    return pow2_rational(p * log2_rational(x));
}
static float pow_of_x(float x)
{
    return pow_both(x, 1.7f);
}

/* The high word times the exponent. */
static double pow_words(double a, double b)
{
    union {
        double d;
        int x[2];
    } u = {a};
    u.x[1] = (int)(b * (u.x[1] - 1072632447) + 1072632447);
    u.x[0] = 0;
    return u.d;
}
static double pow_words_3(double a)
{
    return pow_words(a, 0.3);
}

/* Exponent as an integer, mantissa in [1, 2) by masks, a series in it. */
static double log_series(double x)
{
    uint64_t u;
    double m, s = 0;
    memcpy(&u, &x, 8);
    int e = (int)(u >> 52) - 1023;
    u = (u & 0xfffffffffffffULL) | 0x3ff0000000000000ULL;
    memcpy(&m, &u, 8);
    double t = (m - 1) / (m + 1);
    for (int k = 59; k > 0; k -= 2)
        s = s * t * t + 2.0 / k;
    return e * 0.69314718055994530942 + s * t;
}

/* 2^k by its bits, the rest by a series. */
static double exp_series(double x)
{
    int k = (int)(x / 0.69314718055994530942 + (x < 0 ? -0.5 : 0.5));
    double r = x - k * 0.69314718055994530942, s = 1, scale;
    for (int n = 20; n > 0; n--)
        s = 1 + r * s / n;
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    memcpy(&scale, &bits, 8);
    return s * scale;
}

int main(void)
{
    const double log2_e = 1.44269504088896340736;
    for (int k = 0; k < 7; k++) {
        double x = 0.83 + 1.29 * k, y = 0.37 * (k - 3) + 0.13;
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(exp_words, y), log2_e * power_of(exp_words(y)), 1e-12);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(exp_words, y), log2_e * power_of(exp_words(y)), 1e-12);
        double e1 = exp_words(y), e2 = exp_words(2 * y),
               in_kept = log2_e * (power_of(e1) * e2 + 2 * e1 * power_of(e2));
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(exp_kept, y), in_kept, 1e-6);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(exp_kept, y), in_kept, 1e-6);
        double in_place = 8 * (exp_words(y) + y * log2_e * power_of(e1));
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(exp_in_place, y), in_place, 1e-6);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(exp_in_place, y), in_place, 1e-6);
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(exp_shifted, y), log2_e * power_of(exp_shifted(y)),
                  1e-8);
        CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(exp_magic, (float)y),
                  log2_e * power_of(exp_magic((float)y)), 1e-6);
        CHECK_TOL(ORACLE_FLOAT_FORWARD_CALL(exp_magic, (float)y),
                  log2_e * power_of(exp_magic((float)y)), 1e-6);
        CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(log2_rational, (float)x), log2_e / x, 0.01);
        CHECK_TOL(ORACLE_FLOAT_FORWARD_CALL(log2_rational, (float)x), log2_e / x, 0.01);
        CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(pow2_rational, (float)y), 0.6931472 * exp2(y), 0.01);
        CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(pow_of_x, (float)x), 1.7 * pow(x, 0.7), 0.02);
        CHECK_TOL(ORACLE_FLOAT_FORWARD_CALL(pow_of_x, (float)x), 1.7 * pow(x, 0.7), 0.02);
        double slope = 0.3 * power_of(pow_words_3(x)) / power_of(x);
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(pow_words_3, x), slope, 1e-12);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(pow_words_3, x), slope, 1e-12);
        ORACLE_SCALAR_IS(log_series, x, 1 / x);
        ORACLE_SCALAR_IS(exp_series, y, exp(y));
    }
    return oracle_result();
}
