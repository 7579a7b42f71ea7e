/* Operations in formats that processors do not have, with MPFR (https://www.mpfr.org): those that
 * truncated functions call (passes/truncate/runtime.c).
 *
 * An operation rounds its operands, which are doubles, to the format, is computed exactly and
 * rounded once, to nearest, ties to even, with subnormal numbers and infinities as IEEE 754 has
 * them: with e bits of exponent and s of significand, a number is 0.m * 2^k with s + 1 bits in m,
 * k <= 2^(e-1), and multiples of the smallest subnormal number, 2^(2 - 2^(e-1) - s). Formats have
 * at most the bits of a double, so that every result is one.
 *
 * The range of MPFR's exponents belongs to the thread, and is set back. Memory is on the stack. */
#include <mpfr.h>
#include <stdint.h>

/* A number of at most 53 bits. */
struct number {
    mpfr_t v;
    uint64_t limbs;
};

struct range {
    mpfr_exp_t min, max;
};

static struct range enter(int64_t exponent, int64_t significand)
{
    struct range before = {mpfr_get_emin(), mpfr_get_emax()};
    mpfr_exp_t most = (mpfr_exp_t)1 << (exponent - 1);
    mpfr_set_emin(4 - most - (mpfr_exp_t)(significand + 1));
    mpfr_set_emax(most);
    return before;
}

static double leave(struct range before, mpfr_t result, int ternary)
{
    mpfr_subnormalize(result, ternary, MPFR_RNDN);
    double d = mpfr_get_d(result, MPFR_RNDN);
    mpfr_set_emin(before.min);
    mpfr_set_emax(before.max);
    return d;
}

/* Of the precision of the format. */
static void begin(struct number *n, int64_t significand)
{
    mpfr_prec_t bits = (mpfr_prec_t)significand + 1;
    mpfr_custom_init(&n->limbs, bits);
    mpfr_custom_init_set(n->v, MPFR_NAN_KIND, 0, bits, &n->limbs);
}

/* x in the format, whose range is set. */
static void begin_with(struct number *n, double x, int64_t significand)
{
    begin(n, significand);
    int ternary = mpfr_set_d(n->v, x, MPFR_RNDN);
    ternary = mpfr_check_range(n->v, ternary, MPFR_RNDN);
    mpfr_subnormalize(n->v, ternary, MPFR_RNDN);
}

typedef int unary(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int binary(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
typedef int ternary(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static double apply1(unary *f, double x, int64_t exponent, int64_t significand)
{
    struct number a, r;
    struct range before = enter(exponent, significand);
    begin_with(&a, x, significand);
    begin(&r, significand);
    return leave(before, r.v, f(r.v, a.v, MPFR_RNDN));
}

static double apply2(binary *f, double x, double y, int64_t exponent, int64_t significand)
{
    struct number a, b, r;
    struct range before = enter(exponent, significand);
    begin_with(&a, x, significand);
    begin_with(&b, y, significand);
    begin(&r, significand);
    return leave(before, r.v, f(r.v, a.v, b.v, MPFR_RNDN));
}

static double apply3(ternary *f, const double *x, int64_t exponent, int64_t significand)
{
    struct number a, b, c, r;
    struct range before = enter(exponent, significand);
    begin_with(&a, x[0], significand);
    begin_with(&b, x[1], significand);
    begin_with(&c, x[2], significand);
    begin(&r, significand);
    return leave(before, r.v, f(r.v, a.v, b.v, c.v, MPFR_RNDN));
}

/* Names and parameters are those that programs for Enzyme know: the wide format is in the name, the
 * mode says whether memory (1) or operations (2) are truncated. */
#define NAME(kind, op) __enzyme_fprt_11_52_##kind##_##op
#define FORMAT         int64_t exponent, int64_t significand, int64_t mode
#define DEFINE1(kind, op, f)                                                                       \
    double NAME(kind, op)(double x, FORMAT);                                                       \
    double NAME(kind, op)(double x, FORMAT)                                                        \
    {                                                                                              \
        (void)mode;                                                                                \
        return apply1(f, x, exponent, significand);                                                \
    }
#define DEFINE2(kind, op, f)                                                                       \
    double NAME(kind, op)(double x, double y, FORMAT);                                             \
    double NAME(kind, op)(double x, double y, FORMAT)                                              \
    {                                                                                              \
        (void)mode;                                                                                \
        return apply2(f, x, y, exponent, significand);                                             \
    }
#define DEFINE3(kind, op, f)                                                                       \
    double NAME(kind, op)(double x, double y, double z, FORMAT);                                   \
    double NAME(kind, op)(double x, double y, double z, FORMAT)                                    \
    {                                                                                              \
        (void)mode;                                                                                \
        return apply3(f, (const double[]){x, y, z}, exponent, significand);                        \
    }

static int copy(mpfr_ptr to, mpfr_srcptr from, mpfr_rnd_t rounding)
{
    return mpfr_set(to, from, rounding);
}

DEFINE1(conv, round, copy)
DEFINE2(binop, fadd, mpfr_add)
DEFINE2(binop, fsub, mpfr_sub)
DEFINE2(binop, fmul, mpfr_mul)
DEFINE2(binop, fdiv, mpfr_div)
#define UNARY(name, f)   DEFINE1(func, name, f)
#define BINARY(name, f)  DEFINE2(func, name, f)
#define TERNARY(name, f) DEFINE3(func, name, f)
#define EXACT(name)
#include "fprt.def"
