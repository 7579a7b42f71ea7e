/* Roots whose first guess is integer arithmetic on bits: cast pointers, unions and memcpy; with and
 * without Newton steps. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static float guess_union(float x)
{
    union {
        float f;
        int32_t i;
    } u = {x};
    u.i = 0x5f3759df - (u.i >> 1);
    return u.f;
}

static float inverse_root_memcpy(float x)
{
    uint32_t i;
    float y, half = 0.5f * x;
    memcpy(&i, &x, 4);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, 4);
    y = y * (1.5f - half * y * y);
    return y * (1.5f - half * y * y);
}

typedef int64_t aliased __attribute__((may_alias));
static double inverse_root_cast(double x)
{
    double y = x, half = 0.5 * x;
    *(aliased *)&y = 0x5fe6eb50c7b537a9 - (*(aliased *)&y >> 1);
    for (int k = 0; k < 5; k++)
        y = y * (1.5 - half * y * y);
    return y;
}

/* Halley's step behind hx / 3 + constant in the high word. */
static double cube_root(double x)
{
    union {
        double d;
        struct {
            uint32_t low, high;
        } w;
    } u = {x};
    uint32_t sign = u.w.high & 0x80000000u;
    u.w.high = sign | ((u.w.high & 0x7fffffffu) / 3 + 715094163u);
    u.w.low = 0;
    double t = u.d;
    for (int k = 0; k < 3; k++) {
        double c = t * t * t;
        t *= (c + x + x) / (c + c + x);
    }
    return t;
}

/* The root is halved in the exponent only if it is even. */
static double square_root(double x)
{
    uint64_t u;
    double y;
    memcpy(&u, &x, 8);
    u = (u + ((uint64_t)1023 << 52)) >> 1;
    memcpy(&y, &u, 8);
    return 0.5 * (y + x / y);
}

/* Chosen without branches: a sign by a comparison, one of two numbers by a mask, the larger of two
 * by their bits. */
static double chosen(double x, double y)
{
    union {
        double d;
        uint64_t u;
    } a = {x}, b = {y}, c, d, e;
    uint64_t less = (uint64_t)(x < y), mask = -less;
    c.u = a.u ^ less << 63;
    d.u = (a.u & mask) | (b.u & ~mask);
    e.u = a.u > b.u ? a.u : b.u;
    return c.d * x + d.d * d.d * y + e.d * 3;
}

static double power_of(double x)
{
    return copysign(exp2(ilogb(x)), x);
}

int main(void)
{
    for (int k = 0; k < 6; k++) {
        float x = ldexpf(1.37f + 0.11f * (float)k, 3 * k - 7);
        double at = x, slope = -0.5 / (at * sqrt(at)),
               of_guess = -0.5 * power_of(guess_union(x)) / power_of(x);
        CHECK_FLOAT(ORACLE_FLOAT_REVERSE_CALL(guess_union, x), of_guess);
        CHECK_FLOAT(ORACLE_FLOAT_FORWARD_CALL(guess_union, x), of_guess);
        CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(inverse_root_memcpy, x), slope, 1e-4);
        CHECK_TOL(ORACLE_FLOAT_FORWARD_CALL(inverse_root_memcpy, x), slope, 1e-4);
        ORACLE_SCALAR_IS(inverse_root_cast, at, slope);
        ORACLE_SCALAR_IS(cube_root, at, 1 / (3 * pow(at, 2.0 / 3)));
        ORACLE_SCALAR_IS(cube_root, -at, 1 / (3 * pow(at, 2.0 / 3)));
        ORACLE_SCALAR(square_root, at);
        ORACLE_SCALAR2(chosen, at, 1.9);
    }
    return oracle_result();
}
