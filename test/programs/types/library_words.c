/* Functions written as in C libraries: high and low words of numbers, parts cut off by masks, 2^k
 * built from an integer, rounding by large constants, floor by shifted masks, tables chosen by
 * bits. All differentiate like the functions they compute. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

static uint32_t high_word(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return (uint32_t)(u >> 32);
}
static uint32_t low_word(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return (uint32_t)u;
}
static double from_words(uint32_t high, uint32_t low)
{
    uint64_t u = (uint64_t)high << 32 | low;
    double x;
    memcpy(&x, &u, 8);
    return x;
}

/* x = 2^k (1 + f), sqrt(2)/2 < 1 + f < sqrt(2); log(1 + f) = f - f^2/2 + ... by s = f / (2 + f). */
static double own_log(double x)
{
    uint32_t hx = high_word(x) + (0x3ff00000 - 0x3fe6a09e);
    int k = (int)(hx >> 20) - 0x3ff;
    x = from_words((hx & 0x000fffff) + 0x3fe6a09e, low_word(x));
    double f = x - 1, half = 0.5 * f * f, s = f / (2 + f), z = s * s, w = z * z;
    double t1 =
        w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332));
    double t2 =
        z * (0.6666666666666735130 +
             w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)));
    double hi = 6.93147180369123816490e-01, lo = 1.90821492927058770002e-10;
    return s * (half + t1 + t2) + k * lo - half + f + k * hi;
}

/* The older form: the word is normalised by an exclusive or. */
static double older_log(double x)
{
    int hx = (int)high_word(x), k = (hx >> 20) - 1023;
    hx &= 0x000fffff;
    int i = (hx + 0x95f64) & 0x100000;
    x = from_words((uint32_t)(hx | (i ^ 0x3ff00000)), low_word(x));
    k += i >> 20;
    double f = x - 1, s = f / (2 + f), z = s * s, r = 0;
    for (int n = 45; n >= 3; n -= 2)
        r = (r + 2.0 / n) * z;
    return k * 0.69314718055994530942 + s * (2 + r);
}

static double own_exp(double x)
{
    static const double half[2] = {0.5, -0.5};
    int sign = (int)(high_word(x) >> 31), k = (int)(1.44269504088896338700 * x + half[sign]);
    double hi = x - k * 6.93147180369123816490e-01, lo = k * 1.90821492927058770002e-10;
    x = hi - lo;
    double t = x * x;
    double c =
        x - t * (1.66666666666666019037e-01 +
                 t * (-2.77777777770155933842e-03 +
                      t * (6.61375632143793436117e-05 +
                           t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    double y = 1 - ((lo - x * c / (2 - c)) - hi);
    return from_words(high_word(y) + ((uint32_t)k << 20), low_word(y));
}

/* 2^(k/128) from a table, k in the low bits of a sum; the sum minus the constant is k again. */
static double table_exp(double x)
{
    static double table[128];
    if (table[1] == 0)
        for (int i = 0; i < 128; i++)
            table[i] = from_words(high_word(exp2(i / 128.0)), low_word(exp2(i / 128.0)));
    const double shift = 0x1.8p52;
    double z = 128 * 1.44269504088896338700 * x, kd = z + shift, scale;
    uint64_t ki;
    memcpy(&ki, &kd, 8);
    kd -= shift;
    double r = x - kd * (6.93147180559945286227e-01 / 128);
    uint64_t bits = ((ki >> 7) << 52) +
                    ((uint64_t)high_word(table[ki % 128]) << 32 | low_word(table[ki % 128]));
    memcpy(&scale, &bits, 8);
    return scale + scale * (r + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r / 120))));
}

/* arc sine near 1: the root in two parts, the first without its low word. */
static double own_asin(double x)
{
    double z = (1 - x) * 0.5, s = sqrt(z), df = from_words(high_word(s), 0),
           c = (z - df * df) / (s + df), p = 0, term = s;
    for (int n = 0; n < 40; n++) {
        p += n ? term / (2 * n + 1) : 0;
        term *= z * (2 * n + 1) / (2 * n + 2);
    }
    return 1.57079632679489661923 - 2 * ((df + c) + p);
}

/* The square in two parts of 26 bits. */
static double split_hypot(double x, double y)
{
    double x1 = from_words(high_word(x), 0), x2 = x - x1, y1 = from_words(high_word(y), 0),
           y2 = y - y1;
    return sqrt((x1 * x1 + y1 * y1) + (x2 * (x + x1) + y2 * (y + y1)));
}
static float split_square(float x)
{
    uint32_t i;
    float h;
    memcpy(&i, &x, 4);
    i &= 0xfffff000;
    memcpy(&h, &i, 4);
    return h * h + (x - h) * (x + h);
}

/* The fraction is cut off by a shifted mask. */
static double own_floor(double x)
{
    int32_t i0 = (int32_t)high_word(x), j0 = ((i0 >> 20) & 0x7ff) - 0x3ff;
    uint32_t i1 = low_word(x), i;
    if (j0 < 20) {
        if (j0 < 0)
            return i0 >= 0 ? 0 : -1;
        i = 0x000fffffu >> j0;
        if (i0 < 0)
            i0 += 0x00100000 >> j0;
        i0 &= (int32_t)~i;
        i1 = 0;
    } else {
        i = 0xffffffffu >> (j0 - 20);
        if (i0 < 0)
            i1 += 1u << (52 - j0);
        i1 &= ~i;
    }
    return from_words((uint32_t)i0, i1);
}
static double fraction(double x)
{
    return (x - own_floor(x)) * x;
}
static double fraction_by_constant(double x)
{
    double y = x + 0x1p52 - 0x1p52 - x;
    return y > 0 ? (x - (x + y - 1)) * x : (x - (x + y)) * x;
}

/* Multiples of pi/2 are taken off; the product and the constant may be one operation. */
static double own_sine(double x)
{
    const double to_int = 0x1.8p52;
    double fn = x * 0.63661977236758134308 + to_int - to_int,
           r = x - fn * 1.57079632673412561417e+00;
    int n = (int)fn & 3;
    r -= fn * 6.07710050650619224932e-11;
    double z = r * r, s = 0, c = 0;
    for (int k = 21; k > 0; k -= 2) {
        s = r * (k == 21 ? 1 : 1 - s * r / ((k + 1) * (k + 2)));
        c = k == 21 ? 1 : 1 - c * z / (k * (k + 1));
    }
    return n == 0 ? s : n == 1 ? c : n == 2 ? -s : -c;
}
static double exp_by_product(double x)
{
    union {
        double d;
        uint64_t u;
    } u = {12102203.0 * x + (1064866805.0 + 6755399441055744.0)};
    uint32_t i = (uint32_t)u.u;
    float y;
    memcpy(&y, &i, 4);
    return y;
}

/* Exponents by hand. */
static double own_frexp(double x, int *e)
{
    union {
        double d;
        uint64_t i;
    } y = {x};
    *e = (int)(y.i >> 52 & 0x7ff) - 0x3fe;
    y.i &= 0x800fffffffffffffull;
    y.i |= 0x3fe0000000000000ull;
    return y.d;
}
static double own_ldexp(double x, int e)
{
    union {
        double d;
        uint64_t i;
    } y = {x};
    y.i += (uint64_t)(int64_t)e << 52;
    return y.d;
}
static double own_scale(double x)
{
    int e;
    double m = own_frexp(x, &e);
    return own_ldexp(m * m, 2 * e) + e * own_ldexp(x, -3);
}

/* The next number up and down: as good as the number itself. */
static double next_up(double x)
{
    union {
        double d;
        int64_t i;
    } u = {x};
    u.i += u.i >= 0 ? 1 : -1;
    return u.d;
}
static double between_neighbours(double x)
{
    return next_up(x) * x;
}

/* Bits that only select. */
static double by_leading_bits(double x)
{
    static const double centre[4] = {1.125, 1.375, 1.625, 1.875};
    unsigned i = high_word(x) >> 18 & 3;
    double r = x / centre[i] - 1;
    return log(centre[i]) + r - r * r / 2 + r * r * r / 3;
}

static double second(double x)
{
    return ORACLE_SCALAR_FORWARD_CALL(own_log, x);
}

int main(void)
{
    for (int k = 0; k < 9; k++) {
        double x = 0.31 + 0.73 * k, y = 0.87 * (k - 4.3), a = 0.51 + 0.05 * k, cube = x * x * x;
        ORACLE_SCALAR_IS(own_log, x, 1 / x);
        ORACLE_SCALAR_IS(older_log, x, 1 / x);
        ORACLE_SCALAR_IS(own_exp, y, exp(y));
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(table_exp, y), exp(y), 1e-8);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(table_exp, y), exp(y), 1e-8);
        ORACLE_SCALAR_IS(own_asin, a, 1 / sqrt(1 - a * a));
        ORACLE_SCALAR2_IS(split_hypot, x, y, x / hypot(x, y), y / hypot(x, y));
        CHECK_FLOAT(ORACLE_FLOAT_REVERSE_CALL(split_square, (float)x), 2 * x);
        CHECK_FLOAT(ORACLE_FLOAT_FORWARD_CALL(split_square, (float)x), 2 * x);
        ORACLE_SCALAR_IS(fraction, y, 2 * y - floor(y));
        ORACLE_SCALAR_IS(fraction_by_constant, x, 2 * x - floor(x));
        ORACLE_SCALAR_IS(own_sine, y, cos(y));
        double power = exp2(ilogb(exp_by_product(y)));
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(exp_by_product, y), power * 12102203 / 8388608, 1e-6);
        ORACLE_SCALAR_IS(own_scale, x, 2 * x + (ilogb(x) + 1) * 0.125);
        CHECK(ORACLE_SCALAR_REVERSE_CALL(between_neighbours, y), 2 * y);
        CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(second, x), -1 / (x * x), 1e-9);
        CHECK_TOL(ORACLE_SCALAR_FORWARD_CALL(second, x), -1 / (x * x), 1e-9);
        if (k < 8)
            CHECK_TOL(ORACLE_SCALAR_REVERSE_CALL(by_leading_bits, 1.07 + 0.11 * k),
                      1 / (1.07 + 0.11 * k), 2e-3);
        CHECK_THAT(cube > 0);
    }
    return oracle_result();
}
