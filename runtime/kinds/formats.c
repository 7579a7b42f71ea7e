/* See formats.h. */
#include "kinds/formats.h"
#include "enz_rt.h"
#include "lines.h"

#include <string.h>

/* Where types are certain other threads add without the map. */
static void sum_float(void *to, const void *amount)
{
    float more;
    memcpy(&more, amount, sizeof more);
    enz_rt_add_float(to, more);
}

static void sum_double(void *to, const void *amount)
{
    double more;
    memcpy(&more, amount, sizeof more);
    enz_rt_add_double(to, more);
}

/* The padding behind the ten bytes is left alone. */
static void sum_x86_fp80(void *to, const void *amount)
{
    long double a = 0, b = 0;
    memcpy(&a, to, 10);
    memcpy(&b, amount, 10);
    a += b;
    memcpy(to, &a, 10);
}

/* By way of float, which has all values of both formats; the sum is rounded to nearest even. */
static float from_half(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, bits = h & 0x7fff;
    float x;
    if (bits >= 0x7c00) {
        bits = sign | 0x7f800000 | (bits & 0x3ff) << 13;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    bits = bits << 13;
    memcpy(&x, &bits, sizeof x);
    x *= 0x1p112f; /* the difference of the exponents' biases */
    memcpy(&bits, &x, sizeof x);
    bits |= sign;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint16_t to_half(float x)
{
    uint32_t bits, sign;
    memcpy(&bits, &x, sizeof bits);
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (bits >= 0x477ff000) /* rounds to 65536 or more */
        return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000) { /* subnormal: units of 2^-24, rounded by an addition */
        float sum, positive;
        memcpy(&positive, &bits, sizeof positive);
        sum = positive + 0.5f;
        memcpy(&bits, &sum, sizeof bits);
        return (uint16_t)(sign | (bits - 0x3f000000));
    }
    bits += 0xfff + (bits >> 13 & 1);
    return (uint16_t)(sign | (bits - 0x38000000) >> 13);
}

static void sum_half(void *to, const void *amount)
{
    uint16_t a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, amount, sizeof b);
    a = to_half(from_half(a) + from_half(b));
    memcpy(to, &a, sizeof a);
}

static void sum_bfloat(void *to, const void *amount)
{
    uint32_t a = 0, b = 0;
    float x, y;
    memcpy((char *)&a + 2, to, 2);
    memcpy((char *)&b + 2, amount, 2);
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    if ((a & 0x7fffffff) <= 0x7f800000)
        a += 0x7fff + (a >> 16 & 1);
    else
        a |= 0x400000;
    memcpy(to, (const char *)&a + 2, 2);
}

void enz_kinds_sum(void *to, const void *amount, unsigned kind)
{
    static void (*const sums[])(void *, const void *) = {[ENZ_RT_KIND_HALF] = sum_half,
                                                         [ENZ_RT_KIND_BFLOAT] = sum_bfloat,
                                                         [ENZ_RT_KIND_FLOAT] = sum_float,
                                                         [ENZ_RT_KIND_DOUBLE] = sum_double,
                                                         [ENZ_RT_KIND_X86_FP80] = sum_x86_fp80};
    sums[kind](to, amount);
}
