/* Functions of math.def that the C library may lack (C23 and TS 18661-4 names), computed with MPFR,
 * and the conversions that compiled half and bfloat code calls. They stand in only where the
 * process has no such symbol. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "math_test.h"
#include "numbers.h"
#include "special.h"

#define MISSING_FUNCTIONS(F1, F2, FI)                                                              \
    F1(acospi)                                                                                     \
    F1(cyl_bessel_i0)                                                                              \
    F1(cyl_bessel_i1)                                                                              \
    F1(erfcinv)                                                                                    \
    F1(erfcx)                                                                                      \
    F1(erfinv)                                                                                     \
    F1(asinpi)                                                                                     \
    F1(atanpi)                                                                                     \
    F1(cospi)                                                                                      \
    F1(sinpi)                                                                                      \
    F1(tanpi)                                                                                      \
    F1(exp2m1)                                                                                     \
    F1(exp10m1)                                                                                    \
    F1(log2p1)                                                                                     \
    F1(log10p1)                                                                                    \
    F1(rcbrt)                                                                                      \
    F1(rsqrt) F1(cosh) F1(tan) F2(atan2pi) F2(rhypot) F2(powr) FI(compoundn) FI(pown) FI(rootn)

static void evaluate(mpfr_t r, const char *id, mpfr_t *x)
{
    oracle_find(id)->fn(r, x, 0);
}

#define IN_TYPE(id, suffix, type, get, set, params, second)                                        \
    static type id##_##suffix params                                                               \
    {                                                                                              \
        mpfr_t at[2], r;                                                                           \
        mpfr_inits2(200, at[0], at[1], r, (mpfr_ptr)0);                                            \
        set(at[0], x);                                                                             \
        second;                                                                                    \
        evaluate(r, #id, at);                                                                      \
        type out = get(r);                                                                         \
        mpfr_clears(at[0], at[1], r, (mpfr_ptr)0);                                                 \
        return out;                                                                                \
    }
#define ALL_TYPES(id, P, second)                                                                   \
    IN_TYPE(id, f, float, number_get_float, number_set_long, P(float), second)                     \
    IN_TYPE(id, d, double, number_get_double, number_set_long, P(double), second)                  \
    IN_TYPE(id, l, long double, number_get_long, number_set_long, P(long double), second)          \
    IN_TYPE(id, q, quad, number_get_quad, number_set_quad, P(quad), second)
#define P1(type) (type x)
#define P2(type) (type x, type y)
#define PI(type) (type x, int y)
#define F1(id)   ALL_TYPES(id, P1, (void)0)
#define F2(id)   ALL_TYPES(id, P2, number_set_quad(at[1], y))
#define FI(id)   ALL_TYPES(id, PI, mpfr_set_si(at[1], y, MPFR_RNDN))
MISSING_FUNCTIONS(F1, F2, FI)
#undef F1
#undef F2
#undef FI

/* libgcc of this age has no bfloat conversion; the result travels in the low half of a float
 * register. */
static float truncate_to_bfloat(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = isnan(x) ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

struct pair {
    double sine, cosine;
};
static struct pair sincospi_pair(double x)
{
    return (struct pair){sinpi_d(x), cospi_d(x)};
}

struct symbol {
    const char *name;
    void *address;
};
static const struct symbol symbols[] = {
#define ENTRY(id) {#id "f", id##_f}, {#id, id##_d}, {#id "l", id##_l}, {#id "f128", id##_q},
    MISSING_FUNCTIONS(ENTRY, ENTRY, ENTRY)
#undef ENTRY
        {"sincospi_pair", sincospi_pair},
    {"__truncsfbf2", truncate_to_bfloat},
    {"enz_rt_digamma", enz_rt_digamma},
    {"enz_rt_digammaf", enz_rt_digammaf},
    {"enz_rt_digammal", enz_rt_digammal},
    {"enz_rt_polygamma", enz_rt_polygamma},
    {"enz_rt_polygammaf", enz_rt_polygammaf},
    {"enz_rt_polygammal", enz_rt_polygammal},
};

void *missing_function(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!strcmp(symbols[i].name, name))
            return symbols[i].address;
    return NULL;
}
