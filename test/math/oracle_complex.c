/* Complex functions in multi-precision arithmetic, from their definitions: see the header. */
#include "oracle_complex.h"

#define N MPFR_RNDN

struct number {
    mpfr_t re, im;
};

/* ---- arithmetic; the result may be an operand ------------------------------------------------ */

static void init(struct number *z, mpfr_prec_t precision)
{
    mpfr_inits2(precision, z->re, z->im, (mpfr_ptr)0);
}
static void clear(struct number *z)
{
    mpfr_clears(z->re, z->im, (mpfr_ptr)0);
}

static void set(struct number *to, const struct number *z)
{
    mpfr_set(to->re, z->re, N);
    mpfr_set(to->im, z->im, N);
}

static void multiply(struct number *to, const struct number *a, const struct number *b)
{
    mpfr_t re;
    mpfr_init2(re, mpfr_get_prec(to->re));
    mpfr_fmms(re, a->re, b->re, a->im, b->im, N);
    mpfr_fmma(to->im, a->re, b->im, a->im, b->re, N);
    mpfr_set(to->re, re, N);
    mpfr_clear(re);
}

static void divide(struct number *to, const struct number *a, const struct number *b)
{
    mpfr_t norm, re;
    mpfr_inits2(mpfr_get_prec(to->re), norm, re, (mpfr_ptr)0);
    mpfr_fmma(norm, b->re, b->re, b->im, b->im, N);
    mpfr_fmma(re, a->re, b->re, a->im, b->im, N);
    mpfr_fmms(to->im, a->im, b->re, a->re, b->im, N);
    mpfr_div(to->re, re, norm, N);
    mpfr_div(to->im, to->im, norm, N);
    mpfr_clears(norm, re, (mpfr_ptr)0);
}

static void add(struct number *to, const struct number *a, const struct number *b)
{
    mpfr_add(to->re, a->re, b->re, N);
    mpfr_add(to->im, a->im, b->im, N);
}

static void add_real(struct number *to, const struct number *a, long b)
{
    set(to, a);
    mpfr_add_si(to->re, to->re, b, N);
}

/* to = i z and to = -i z */
static void turn(struct number *to, const struct number *z)
{
    mpfr_t re;
    mpfr_init2(re, mpfr_get_prec(to->re));
    mpfr_neg(re, z->im, N);
    mpfr_set(to->im, z->re, N);
    mpfr_set(to->re, re, N);
    mpfr_clear(re);
}

static void turn_back(struct number *to, const struct number *z)
{
    turn(to, z);
    mpfr_neg(to->re, to->re, N);
    mpfr_neg(to->im, to->im, N);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void root(struct number *z)
{
    mpfr_t size, small;
    mpfr_inits2(mpfr_get_prec(z->re), size, small, (mpfr_ptr)0);
    mpfr_hypot(size, z->re, z->im, N);
    mpfr_abs(small, z->re, N);
    mpfr_add(size, size, small, N);
    mpfr_div_ui(size, size, 2, N);
    mpfr_sqrt(size, size, N); /* the larger part */
    mpfr_div(small, z->im, size, N);
    mpfr_div_ui(small, small, 2, N);
    if (mpfr_zero_p(size))
        mpfr_set_zero(small, 1);
    if (mpfr_sgn(z->re) >= 0) {
        mpfr_set(z->re, size, N);
        mpfr_set(z->im, small, N);
    } else {
        mpfr_abs(z->re, small, N);
        mpfr_copysign(z->im, size, z->im, N);
    }
    mpfr_clears(size, small, (mpfr_ptr)0);
}

static void logarithm(struct number *z)
{
    mpfr_t size;
    mpfr_init2(size, mpfr_get_prec(z->re));
    mpfr_hypot(size, z->re, z->im, N);
    mpfr_atan2(z->im, z->im, z->re, N);
    mpfr_log(z->re, size, N);
    mpfr_clear(size);
}

static void exponential(struct number *z)
{
    mpfr_t size;
    mpfr_init2(size, mpfr_get_prec(z->re));
    mpfr_exp(size, z->re, N);
    mpfr_sin_cos(z->im, z->re, z->im, N);
    mpfr_mul(z->re, z->re, size, N);
    mpfr_mul(z->im, z->im, size, N);
    mpfr_clear(size);
}

/* sinh and cosh together: sinh x cos y + i cosh x sin y, cosh x cos y + i sinh x sin y. */
static void hyperbolic(struct number *sine, struct number *cosine, const struct number *z)
{
    mpfr_t s, c, sh, ch;
    mpfr_inits2(mpfr_get_prec(z->re), s, c, sh, ch, (mpfr_ptr)0);
    mpfr_sin_cos(s, c, z->im, N);
    mpfr_sinh_cosh(sh, ch, z->re, N);
    mpfr_mul(sine->re, sh, c, N);
    mpfr_mul(sine->im, ch, s, N);
    mpfr_mul(cosine->re, ch, c, N);
    mpfr_mul(cosine->im, sh, s, N);
    mpfr_clears(s, c, sh, ch, (mpfr_ptr)0);
}

/* log(z + sqrt(z^2 + 1)) */
static void inverse_sinh(struct number *z)
{
    struct number t;
    init(&t, mpfr_get_prec(z->re));
    multiply(&t, z, z);
    add_real(&t, &t, 1);
    root(&t);
    add(z, z, &t);
    logarithm(z);
    clear(&t);
}

/* log(z + sqrt(z + 1) sqrt(z - 1)) */
static void inverse_cosh(struct number *z)
{
    struct number s, t;
    init(&s, mpfr_get_prec(z->re));
    init(&t, mpfr_get_prec(z->re));
    add_real(&s, z, 1);
    add_real(&t, z, -1);
    root(&s);
    root(&t);
    multiply(&s, &s, &t);
    add(z, z, &s);
    logarithm(z);
    clear(&s);
    clear(&t);
}

/* (log(1 + z) - log(1 - z)) / 2 */
static void inverse_tanh(struct number *z)
{
    struct number s;
    init(&s, mpfr_get_prec(z->re));
    mpfr_ui_sub(s.re, 1, z->re, N);
    mpfr_neg(s.im, z->im, N);
    add_real(z, z, 1);
    logarithm(z);
    logarithm(&s);
    mpfr_sub(z->re, z->re, s.re, N);
    mpfr_sub(z->im, z->im, s.im, N);
    mpfr_div_ui(z->re, z->re, 2, N);
    mpfr_div_ui(z->im, z->im, 2, N);
    clear(&s);
}

/* ---- the functions of the table -------------------------------------------------------------- */

static void sine_h(struct number *z)
{
    struct number c;
    init(&c, mpfr_get_prec(z->re));
    hyperbolic(z, &c, z);
    clear(&c);
}

static void cosine_h(struct number *z)
{
    struct number s;
    init(&s, mpfr_get_prec(z->re));
    hyperbolic(&s, z, z);
    clear(&s);
}

static void tangent_h(struct number *z)
{
    struct number s, c;
    init(&s, mpfr_get_prec(z->re));
    init(&c, mpfr_get_prec(z->re));
    hyperbolic(&s, &c, z);
    divide(z, &s, &c);
    clear(&s);
    clear(&c);
}

static void rotated(struct number *z, void (*f)(struct number *))
{
    turn(z, z);
    f(z);
    turn_back(z, z);
}

static void inverse_cosine(struct number *z)
{
    mpfr_t half;
    mpfr_init2(half, mpfr_get_prec(z->re));
    rotated(z, inverse_sinh);
    mpfr_const_pi(half, N);
    mpfr_div_ui(half, half, 2, N);
    mpfr_sub(z->re, half, z->re, N);
    mpfr_neg(z->im, z->im, N);
    mpfr_clear(half);
}

static void decimal_logarithm(struct number *z)
{
    mpfr_t ln10;
    mpfr_init2(ln10, mpfr_get_prec(z->re));
    mpfr_set_ui(ln10, 10, N);
    mpfr_log(ln10, ln10, N);
    logarithm(z);
    mpfr_div(z->re, z->re, ln10, N);
    mpfr_div(z->im, z->im, ln10, N);
    mpfr_clear(ln10);
}

static void power(struct number *z, mpfr_t *exponent)
{
    struct number e;
    init(&e, mpfr_get_prec(z->re));
    mpfr_set(e.re, exponent[0], N);
    mpfr_set(e.im, exponent[1], N);
    if (!mpfr_zero_p(z->re) || !mpfr_zero_p(z->im)) {
        logarithm(z);
        multiply(z, z, &e);
        exponential(z);
    }
    clear(&e);
}

#define BODY(id, statement)                                                                        \
    void oracle_##id(mpfr_t r, mpfr_t *x, int c)                                                   \
    {                                                                                              \
        struct number z;                                                                           \
        init(&z, mpfr_get_prec(r));                                                                \
        mpfr_set(z.re, x[0], N);                                                                   \
        mpfr_set(z.im, x[1], N);                                                                   \
        statement;                                                                                 \
        mpfr_set(r, c ? z.im : z.re, N);                                                           \
        clear(&z);                                                                                 \
    }
BODY(cacos, inverse_cosine(&z))
BODY(cacosh, inverse_cosh(&z))
BODY(casin, rotated(&z, inverse_sinh))
BODY(casinh, inverse_sinh(&z))
BODY(catan, rotated(&z, inverse_tanh))
BODY(catanh, inverse_tanh(&z))
BODY(ccos, turn(&z, &z); cosine_h(&z))
BODY(ccosh, cosine_h(&z))
BODY(csin, rotated(&z, sine_h))
BODY(csinh, sine_h(&z))
BODY(ctan, rotated(&z, tangent_h))
BODY(ctanh, tangent_h(&z))
BODY(cexp, exponential(&z))
BODY(clog, logarithm(&z))
BODY(clog10, decimal_logarithm(&z))
BODY(cpow, power(&z, x + 2))
BODY(cproj, (void)0)
BODY(csqrt, root(&z))
