/* The functions themselves in multi-precision arithmetic, and their derivatives by differences.
 *
 * A row of math.def without an entry here fails the test. The difference step is 2^-120 of the
 * operand or of one and the working precision grows with the distance between the operand's and the
 * function's magnitude, so that differences are exact far beyond long double. One-sided differences
 * that disagree tell a kink or a jump. */
#include <stdlib.h>
#include <string.h>
#include "math_test.h"
#include "oracle_complex.h"

#define N MPFR_RNDN

#define ONE(id, function)                                                                          \
    static void f_##id(mpfr_t r, mpfr_t *x, int c)                                                 \
    {                                                                                              \
        (void)c;                                                                                   \
        function(r, x[0], N);                                                                      \
    }
#define TWO(id, function)                                                                          \
    static void f_##id(mpfr_t r, mpfr_t *x, int c)                                                 \
    {                                                                                              \
        (void)c;                                                                                   \
        function(r, x[0], x[1], N);                                                                \
    }
#define BODY(id, statements)                                                                       \
    static void f_##id(mpfr_t r, mpfr_t *x, int c)                                                 \
    {                                                                                              \
        (void)c;                                                                                   \
        (void)x;                                                                                   \
        statements;                                                                                \
    }

static int signum_below(mpfr_t a, mpfr_t b)
{
    return mpfr_cmp(a, b) < 0;
}

/* min or max by magnitude; equal magnitudes by value. */
static void by_magnitude(mpfr_t r, mpfr_t *x, bool largest)
{
    int order = mpfr_cmpabs(x[0], x[1]);
    if (!order)
        order = mpfr_cmp(x[0], x[1]);
    mpfr_set(r, (order > 0) == largest ? x[0] : x[1], N);
}

static void log_gamma(mpfr_t r, mpfr_t x)
{
    int sign;
    mpfr_lgamma(r, &sign, x, N);
}

/* psi_n(x) = (-1)^(n+1) n! zeta(n+1, x): direct terms up to x > 400, then Euler-Maclaurin with 60
 * Bernoulli numbers. */
static void hurwitz_tail(mpfr_t sum, mpfr_t x, long s)
{
    mpfr_t t, b, f;
    mpfr_inits2(mpfr_get_prec(sum), t, b, f, (mpfr_ptr)0);
    mpfr_pow_si(t, x, 1 - s, N);
    mpfr_div_si(t, t, s - 1, N);
    mpfr_add(sum, sum, t, N);
    mpfr_pow_si(t, x, -s, N);
    mpfr_div_ui(t, t, 2, N);
    mpfr_add(sum, sum, t, N);
    mpfr_pow_si(f, x, -s - 1, N);
    mpfr_mul_si(f, f, s, N);
    for (unsigned long k = 1; k <= 60; k++) {
        /* B(2k)/(2k)! = 2 (-1)^(k+1) zeta(2k) / (2 pi)^(2k) */
        mpfr_const_pi(b, N);
        mpfr_mul_ui(b, b, 2, N);
        mpfr_pow_si(b, b, -(long)(2 * k), N);
        mpfr_zeta_ui(t, 2 * k, N);
        mpfr_mul(b, b, t, N);
        mpfr_mul_si(b, b, k % 2 ? 2 : -2, N);
        mpfr_mul(t, b, f, N);
        mpfr_add(sum, sum, t, N);
        mpfr_div(f, f, x, N);
        mpfr_div(f, f, x, N);
        mpfr_mul_si(f, f, (s + 2 * (long)k - 1) * (s + 2 * (long)k), N);
    }
    mpfr_clears(t, b, f, (mpfr_ptr)0);
}

static void polygamma(mpfr_t r, long n, mpfr_t at)
{
    if (n == 0) {
        mpfr_digamma(r, at, N);
        return;
    }
    mpfr_prec_t precision = mpfr_get_prec(r) + 64;
    mpfr_t x, sum, t;
    mpfr_inits2(precision, x, sum, t, (mpfr_ptr)0);
    mpfr_set(x, at, N);
    mpfr_set_zero(sum, 1);
    while (mpfr_cmp_ui(x, 400) < 0) {
        mpfr_pow_si(t, x, -n - 1, N);
        mpfr_add(sum, sum, t, N);
        mpfr_add_ui(x, x, 1, N);
    }
    hurwitz_tail(sum, x, n + 1);
    mpfr_fac_ui(t, (unsigned long)n, N);
    mpfr_mul(r, sum, t, N);
    if (n % 2 == 0)
        mpfr_neg(r, r, N);
    mpfr_clears(x, sum, t, (mpfr_ptr)0);
}

/* exp(x^2) erfc(x) */
static void scaled_erfc(mpfr_t r, mpfr_t x)
{
    mpfr_t e, c;
    mpfr_inits2(mpfr_get_prec(r) + 64, e, c, (mpfr_ptr)0);
    mpfr_sqr(e, x, N);
    mpfr_exp(e, e, N);
    mpfr_erfc(c, x, N);
    mpfr_mul(r, c, e, N);
    mpfr_clears(e, c, (mpfr_ptr)0);
}

/* Newton's method for erf(y) = x, from 0: erf is concave behind it, so that no step goes too far.
 */
static void inverse_erf(mpfr_t r, mpfr_t x)
{
    enum { STEPS = 60 };
    mpfr_t y, f, slope, t;
    mpfr_inits2(mpfr_get_prec(r) + 64, y, f, slope, t, (mpfr_ptr)0);
    mpfr_set_zero(y, 1);
    for (int k = 0; k < STEPS; k++) {
        mpfr_erf(f, y, N);
        mpfr_sub(f, x, f, N);
        mpfr_sqr(slope, y, N);
        mpfr_exp(slope, slope, N);
        mpfr_const_pi(t, N);
        mpfr_sqrt(t, t, N);
        mpfr_mul(f, f, slope, N);
        mpfr_mul(f, f, t, N);
        mpfr_div_ui(f, f, 2, N);
        mpfr_add(y, y, f, N);
        if (mpfr_zero_p(f) || mpfr_get_exp(f) < mpfr_get_exp(y) - (mpfr_exp_t)mpfr_get_prec(r))
            break;
    }
    mpfr_set(r, y, N);
    mpfr_clears(y, f, slope, t, (mpfr_ptr)0);
}

static void inverse_erfc(mpfr_t r, mpfr_t x)
{
    mpfr_t y;
    mpfr_init2(y, mpfr_get_prec(r) + 64);
    mpfr_ui_sub(y, 1, x, N);
    inverse_erf(r, y);
    mpfr_clear(y);
}

/* The sum of (x/2)^(2k + n) / (k! (k + n)!): DLMF 10.25.2. */
static void bessel_i(mpfr_t r, unsigned long n, mpfr_t x)
{
    enum { TERMS = 300 };
    mpfr_t half, term, sum;
    mpfr_inits2(mpfr_get_prec(r) + 64, half, term, sum, (mpfr_ptr)0);
    mpfr_div_ui(half, x, 2, N);
    mpfr_pow_ui(term, half, n, N);
    mpfr_sqr(half, half, N);
    mpfr_set(sum, term, N);
    for (unsigned long k = 1; k < TERMS; k++) {
        mpfr_mul(term, term, half, N);
        mpfr_div_ui(term, term, k * (k + n), N);
        mpfr_add(sum, sum, term, N);
    }
    mpfr_set(r, sum, N);
    mpfr_clears(half, term, sum, (mpfr_ptr)0);
}

static void binary_exponent(mpfr_t r, mpfr_t x)
{
    if (mpfr_regular_p(x))
        mpfr_set_si(r, mpfr_get_exp(x) - 1, N);
    else
        mpfr_set_nan(r);
}

/* x / 2^(exponent + shift) */
static void scaled(mpfr_t r, mpfr_t x, long shift)
{
    mpfr_set(r, x, N);
    if (mpfr_regular_p(x))
        mpfr_div_2si(r, x, mpfr_get_exp(x) - 1 + shift, N);
}

/* Parts of the product and the quotient of x0 + i x1 and x2 + i x3. */
static void complex_mul(mpfr_t r, mpfr_t *x, int c)
{
    if (c)
        mpfr_fmma(r, x[0], x[3], x[1], x[2], N);
    else
        mpfr_fmms(r, x[0], x[2], x[1], x[3], N);
}

static void complex_div(mpfr_t r, mpfr_t *x, int c)
{
    mpfr_t n;
    mpfr_init2(n, mpfr_get_prec(r));
    mpfr_fmma(n, x[2], x[2], x[3], x[3], N);
    if (c)
        mpfr_fmms(r, x[1], x[2], x[0], x[3], N);
    else
        mpfr_fmma(r, x[0], x[2], x[1], x[3], N);
    mpfr_div(r, r, n, N);
    mpfr_clear(n);
}

static long whole(mpfr_t x)
{
    return mpfr_get_si(x, N);
}

ONE(acos, mpfr_acos)
ONE(acosh, mpfr_acosh)
ONE(acospi, mpfr_acospi)
ONE(asin, mpfr_asin)
ONE(asinh, mpfr_asinh)
ONE(asinpi, mpfr_asinpi)
ONE(atan, mpfr_atan)
ONE(atanh, mpfr_atanh)
ONE(atanpi, mpfr_atanpi)
ONE(cbrt, mpfr_cbrt)
ONE(cos, mpfr_cos)
ONE(cosh, mpfr_cosh)
ONE(cospi, mpfr_cospi)
ONE(digamma, mpfr_digamma)
ONE(erf, mpfr_erf)
ONE(erfc, mpfr_erfc)
ONE(exp, mpfr_exp)
ONE(exp10, mpfr_exp10)
ONE(exp10m1, mpfr_exp10m1)
ONE(exp2, mpfr_exp2)
ONE(exp2m1, mpfr_exp2m1)
ONE(expm1, mpfr_expm1)
ONE(fabs, mpfr_abs)
ONE(j0, mpfr_j0)
ONE(j1, mpfr_j1)
ONE(log, mpfr_log)
ONE(log10, mpfr_log10)
ONE(log10p1, mpfr_log10p1)
ONE(log1p, mpfr_log1p)
ONE(log2, mpfr_log2)
ONE(log2p1, mpfr_log2p1)
ONE(rsqrt, mpfr_rec_sqrt)
ONE(sin, mpfr_sin)
ONE(sinh, mpfr_sinh)
ONE(sinpi, mpfr_sinpi)
ONE(sqrt, mpfr_sqrt)
ONE(tan, mpfr_tan)
ONE(tanh, mpfr_tanh)
ONE(tanpi, mpfr_tanpi)
ONE(tgamma, mpfr_gamma)
ONE(y0, mpfr_y0)
ONE(y1, mpfr_y1)
ONE(identity, mpfr_set)
ONE(negate, mpfr_neg)
ONE(rint, mpfr_rint_roundeven)

TWO(atan2, mpfr_atan2)
TWO(atan2pi, mpfr_atan2pi)
TWO(copysign, mpfr_copysign)
TWO(fdim, mpfr_dim)
TWO(fmod, mpfr_fmod)
TWO(hypot, mpfr_hypot)
TWO(max, mpfr_max)
TWO(min, mpfr_min)
TWO(pow, mpfr_pow)
TWO(powr, mpfr_powr)
TWO(remainder, mpfr_remainder)
TWO(add, mpfr_add)
TWO(sub, mpfr_sub)
TWO(mul, mpfr_mul)
TWO(div, mpfr_div)

BODY(reciprocal, mpfr_ui_div(r, 1, x[0], N))
BODY(cyl_bessel_i0, bessel_i(r, 0, x[0]))
BODY(cyl_bessel_i1, bessel_i(r, 1, x[0]))
BODY(erfcinv, inverse_erfc(r, x[0]))
BODY(erfcx, scaled_erfc(r, x[0]))
BODY(erfinv, inverse_erf(r, x[0]))
BODY(rcbrt, (mpfr_cbrt(r, x[0], N), mpfr_ui_div(r, 1, r, N)))
BODY(rhypot, (mpfr_hypot(r, x[0], x[1], N), mpfr_ui_div(r, 1, r, N)))
BODY(fma, mpfr_fma(r, x[0], x[1], x[2], N))
BODY(ceil, mpfr_ceil(r, x[0]))
BODY(floor, mpfr_floor(r, x[0]))
BODY(round, mpfr_round(r, x[0]))
BODY(trunc, mpfr_trunc(r, x[0]))
BODY(max_mag, by_magnitude(r, x, true))
BODY(min_mag, by_magnitude(r, x, false))
BODY(compoundn, mpfr_compound_si(r, x[0], whole(x[1]), N))
BODY(pown, mpfr_pow_si(r, x[0], whole(x[1]), N))
BODY(rootn, mpfr_rootn_si(r, x[0], whole(x[1]), N))
BODY(scale, mpfr_mul_2si(r, x[0], whole(x[1]), N))
BODY(jn, mpfr_jn(r, whole(x[0]), x[1], N))
BODY(yn, mpfr_yn(r, whole(x[0]), x[1], N))
BODY(lgamma, log_gamma(r, x[0]))
BODY(polygamma, polygamma(r, whole(x[0]), x[1]))
BODY(exponent, binary_exponent(r, x[0]))
BODY(significand, scaled(r, x[0], 0))
BODY(frexp, scaled(r, x[0], 1))
BODY(constant, mpfr_set_ui(r, signum_below(x[0], x[0]) != 0, N))
BODY(frexp_parts, if (c) binary_exponent(r, x[0]); else scaled(r, x[0], 1))
BODY(modf_parts, if (c) mpfr_trunc(r, x[0]); else mpfr_frac(r, x[0], N))
#define PARTS(id) BODY(id, oracle_##id(r, x, c))
ORACLE_COMPLEX(PARTS)
#undef PARTS
BODY(complex_mul, complex_mul(r, x, c))
BODY(complex_div, complex_div(r, x, c))
BODY(sincos, if (c) mpfr_cos(r, x[0], N); else mpfr_sin(r, x[0], N))
BODY(sincospi, if (c) mpfr_cospi(r, x[0], N); else mpfr_sinpi(r, x[0], N))

static const struct oracle oracles[] = {
#define ORACLE(id, function, scale, flags) {#id, f_##function, scale, flags},
#include "oracle.def"
#undef ORACLE
};

const struct oracle *oracle_find(const char *id)
{
    for (size_t i = 0; i < sizeof oracles / sizeof *oracles; i++)
        if (!strcmp(oracles[i].id, id))
            return &oracles[i];
    return NULL;
}

/* ---- derivatives ----------------------------------------------------------------------------- */

enum { STEP_BITS = 120, MAX_BITS = 40000 };

/* (f(x + h) - f(x)) / h, h signed. */
static void one_sided(mpfr_t r, const struct oracle *o, mpfr_t *x, unsigned k, int c, mpfr_t f,
                      mpfr_t h)
{
    mpfr_t keep;
    mpfr_init2(keep, mpfr_get_prec(x[k]));
    mpfr_set(keep, x[k], N);
    mpfr_add(x[k], x[k], h, N);
    o->fn(r, x, c);
    mpfr_sub(r, r, f, N);
    mpfr_div(r, r, h, N);
    mpfr_set(x[k], keep, N);
    mpfr_clear(keep);
}

static long magnitude(mpfr_t x)
{
    return mpfr_regular_p(x) ? (long)mpfr_get_exp(x) : 0;
}

/* a and b agree to a quarter of the step's bits, relative to their size. */
static bool agree(mpfr_t a, mpfr_t b)
{
    mpfr_t gap;
    mpfr_init2(gap, 64);
    mpfr_sub(gap, a, b, N);
    bool same =
        mpfr_zero_p(gap) || (mpfr_regular_p(a) && magnitude(gap) < magnitude(a) - STEP_BITS / 4);
    mpfr_clear(gap);
    return same;
}

static bool vanishes(mpfr_t x)
{
    return mpfr_zero_p(x) || (mpfr_regular_p(x) && magnitude(x) < -STEP_BITS / 2);
}

/* Smooth if both sides agree and a smaller step changes nothing (at a jump or a vertical tangent it
 * does); differences that shrink with the step (cos at 0, x^3 at 0) are zeros. */
static enum oracle_verdict judge(mpfr_t r, mpfr_t left, mpfr_t right, mpfr_t nearer)
{
    if (!mpfr_number_p(left) || !mpfr_number_p(right) || !mpfr_number_p(nearer))
        return ORACLE_UNDEFINED;
    mpfr_add(r, left, right, N);
    mpfr_div_ui(r, r, 2, N);
    if (agree(left, right) && agree(right, nearer))
        return ORACLE_VALUE;
    if (!vanishes(left) || !vanishes(right) || !vanishes(nearer))
        return ORACLE_KINK;
    mpfr_set_zero(r, 1);
    return ORACLE_VALUE;
}

enum oracle_verdict oracle_derivative(mpfr_t r, const struct oracle *o, mpfr_t *x, unsigned n,
                                      unsigned k, int c)
{
    long step = 0, widest = 0;
    for (unsigned i = 0; i < n; i++) {
        if (labs(magnitude(x[i])) > widest)
            widest = labs(magnitude(x[i]));
        if (magnitude(x[i]) < step)
            step = magnitude(x[i]);
    }
    step -= mpfr_zero_p(x[k]) ? 2 * STEP_BITS : STEP_BITS;
    mpfr_prec_t precision = 1000 + 2 * widest;
    if (precision > MAX_BITS)
        precision = MAX_BITS;
    mpfr_t at[MAX_OPERANDS], f, h, left, right, nearer;
    mpfr_inits2(precision, f, h, left, right, nearer, (mpfr_ptr)0);
    for (unsigned i = 0; i < n; i++) {
        mpfr_init2(at[i], precision);
        mpfr_set(at[i], x[i], N);
    }
    o->fn(f, at, c);
    mpfr_set_si_2exp(h, 1, step, N);
    one_sided(right, o, at, k, c, f, h);
    mpfr_neg(h, h, N);
    one_sided(left, o, at, k, c, f, h);
    mpfr_set_si_2exp(h, 1, step - 10, N);
    one_sided(nearer, o, at, k, c, f, h);
    mpfr_set_prec(r, precision);
    enum oracle_verdict verdict = judge(r, left, right, nearer);
    for (unsigned i = 0; i < n; i++)
        mpfr_clear(at[i]);
    mpfr_clears(f, h, left, right, nearer, (mpfr_ptr)0);
    return verdict;
}
