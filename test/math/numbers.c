/* Conversions between the machine's FP types and multi-precision numbers; the formats the tests
 * know. */
#include "numbers.h"
#include <math.h>
#include <string.h>

const struct type_facts type_facts[TYPE_COUNT] = {
    [TYPE_HALF] = {"half", 11, 16},        [TYPE_BFLOAT] = {"bfloat", 8, 128},
    [TYPE_FLOAT] = {"float", 24, 128},     [TYPE_DOUBLE] = {"double", 53, 1024},
    [TYPE_FP80] = {"x86_fp80", 64, 16384}, [TYPE_FP128] = {"fp128", 113, 16384},
};

void number_set_long(mpfr_t r, long double x)
{
    mpfr_set_ld(r, x, MPFR_RNDN);
}

/* fp128 has subnormals below long double's: tiny numbers are scaled on the way. */
enum { QUAD_SCALE = 200 };
static const long double quad_tiny = 0x1p-16000L;

/* Two long doubles hold every bit. */
void number_set_quad(mpfr_t r, quad x)
{
    mpfr_t low;
    long double high = (long double)x;
    if (x != 0 && x > -quad_tiny && x < quad_tiny) {
        number_set_quad(r, x * (quad)0x1p200);
        mpfr_div_2si(r, r, QUAD_SCALE, MPFR_RNDN);
        return;
    }
    mpfr_set_ld(r, high, MPFR_RNDN);
    if (!isfinite(high))
        return;
    mpfr_init2(low, 64);
    mpfr_set_ld(low, (long double)(x - high), MPFR_RNDN);
    if (!mpfr_zero_p(low))
        mpfr_add(r, r, low, MPFR_RNDN);
    mpfr_clear(low);
}

float number_get_float(mpfr_t x)
{
    return mpfr_get_flt(x, MPFR_RNDN);
}
double number_get_double(mpfr_t x)
{
    return mpfr_get_d(x, MPFR_RNDN);
}
long double number_get_long(mpfr_t x)
{
    return mpfr_get_ld(x, MPFR_RNDN);
}

quad number_get_quad(mpfr_t x)
{
    mpfr_t rest;
    long double high = mpfr_get_ld(x, MPFR_RNDN);
    if (!isfinite(high) || mpfr_zero_p(x))
        return high;
    mpfr_init2(rest, mpfr_get_prec(x) + 64);
    if (mpfr_cmpabs(x, (mpfr_set_ld(rest, quad_tiny, MPFR_RNDN), rest)) < 0) {
        mpfr_mul_2si(rest, x, QUAD_SCALE, MPFR_RNDN);
        quad scaled = number_get_quad(rest) * (quad)0x1p-200;
        mpfr_clear(rest);
        return scaled;
    }
    mpfr_set_ld(rest, high, MPFR_RNDN);
    mpfr_sub(rest, x, rest, MPFR_RNDN);
    quad out = (quad)high + mpfr_get_ld(rest, MPFR_RNDN);
    mpfr_clear(rest);
    return out;
}

size_t number_size(enum test_type type)
{
    static const size_t sizes[TYPE_COUNT] = {4, 4, 4, 8, 16, 16};
    return sizes[type];
}

void number_store(void *at, mpfr_t x, enum test_type type)
{
    switch (type) {
    case TYPE_DOUBLE: memcpy(at, &(double){number_get_double(x)}, 8); break;
    case TYPE_FP80: memcpy(at, &(long double){number_get_long(x)}, 16); break;
    case TYPE_FP128: memcpy(at, &(quad){number_get_quad(x)}, 16); break;
    default: memcpy(at, &(float){number_get_float(x)}, 4); break;
    }
}

void number_load(mpfr_t r, const void *at, enum test_type type)
{
    float f;
    double d;
    long double l;
    quad q;
    switch (type) {
    case TYPE_DOUBLE: memcpy(&d, at, 8), number_set_long(r, d); break;
    case TYPE_FP80: memcpy(&l, at, 16), number_set_long(r, l); break;
    case TYPE_FP128: memcpy(&q, at, 16), number_set_quad(r, q); break;
    default: memcpy(&f, at, 4), number_set_long(r, f); break;
    }
}

/* Subnormals have fewer bits; beyond the largest number lies infinity. */
void round_to_type(mpfr_t x, enum test_type type)
{
    const struct type_facts *t = &type_facts[type];
    if (!mpfr_regular_p(x))
        return;
    mpfr_prec_t bits = t->precision;
    long lowest = 3 - t->emax,
         exponent = (long)mpfr_get_exp(x); /* exponent of the smallest normal number */
    if (exponent < lowest)
        bits -= lowest - exponent;
    if (bits < 1) {
        /* halfway to the smallest subnormal or below */
        bool up = bits == 0 && mpfr_cmp_ui_2exp(x, 1, exponent - 1) != 0 &&
                  mpfr_cmp_si_2exp(x, -1, exponent - 1) != 0;
        int sign = mpfr_sgn(x);
        if (up)
            mpfr_set_si_2exp(x, sign, lowest - t->precision, MPFR_RNDN);
        else
            mpfr_set_zero(x, sign);
        return;
    }
    mpfr_t y;
    if (bits == 1) { /* MPFR rounds ties at one bit to the even power; keep two bits and repeat */
        mpfr_init2(y, 2);
        mpfr_set(y, x, MPFR_RNDN);
        mpfr_set(x, y, MPFR_RNDN);
        mpfr_clear(y);
    }
    mpfr_init2(y, bits);
    mpfr_set(y, x, MPFR_RNDN);
    mpfr_set(x, y, MPFR_RNDN);
    mpfr_clear(y);
    if ((long)mpfr_get_exp(x) > t->emax)
        mpfr_set_inf(x, mpfr_sgn(x));
}
