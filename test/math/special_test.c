/* enz_rt_digamma and enz_rt_polygamma against multi-precision arithmetic, in all three precisions.
 *
 * The bound is a few units in the last place of the size of the terms: of max(1, |psi|) for digamma
 * (of |psi| itself near its positive root), of n times |psi_n| for positive arguments, of the
 * larger part of the reflection for negative ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "math_test.h"
#include "numbers.h"
#include "special.h"

enum { ULPS = 16 }; /* halves of a unit in the last place */

static unsigned long checks, failures;

/* Bits of error relative to `scale`, in units of the type's last place. */
static void expect(const char *what, int n, mpfr_t x, mpfr_t want, long double got, mpfr_t scale,
                   enum test_type type, double ulps)
{
    mpfr_t error, bound, value;
    mpfr_inits2(300, error, bound, value, (mpfr_ptr)0);
    mpfr_abs(bound, scale, MPFR_RNDN);
    mpfr_mul_d(bound, bound, ulps, MPFR_RNDN);
    mpfr_div_2si(bound, bound, type_facts[type].precision, MPFR_RNDN);
    mpfr_set_ui_2exp(value, 1, 3 - type_facts[type].emax - type_facts[type].precision, MPFR_RNDN);
    mpfr_add(bound, bound, value, MPFR_RNDN); /* the smallest subnormal */
    mpfr_set_ld(value, got, MPFR_RNDN);
    mpfr_sub(error, value, want, MPFR_RNDN);
    mpfr_abs(error, error, MPFR_RNDN);
    round_to_type(want, type);
    mpfr_t most; /* where the bound exceeds the format, infinity is near enough */
    mpfr_init2(most, 64);
    mpfr_set_ui_2exp(most, 1, type_facts[type].emax, MPFR_RNDN);
    bool ok = mpfr_greater_p(bound, most)                   ? true
              : mpfr_number_p(value) && mpfr_number_p(want) ? mpfr_lessequal_p(error, bound)
                                                            : mpfr_equal_p(value, want);
    mpfr_clear(most);
    checks++;
    if (!ok) {
        failures++;
        mpfr_fprintf(stderr, "%s%d %s at %.25Rg: want %.25Rg got %.25Rg, error %.3Rg of %.3Rg\n",
                     what, n, type_facts[type].name, x, want, value, error, bound);
    }
    mpfr_clears(error, bound, value, (mpfr_ptr)0);
}

static long double call(int n, mpfr_t x, enum test_type type)
{
    switch (type) {
    case TYPE_FLOAT:
        return n ? enz_rt_polygammaf(n, number_get_float(x)) : enz_rt_digammaf(number_get_float(x));
    case TYPE_DOUBLE:
        return n ? enz_rt_polygamma(n, number_get_double(x)) : enz_rt_digamma(number_get_double(x));
    default:
        return n ? enz_rt_polygammal(n, number_get_long(x)) : enz_rt_digammal(number_get_long(x));
    }
}

/* psi_n at x of either sign: the recurrence psi_n(x) = psi_n(x+1) - (-1)^n n! / x^(n+1) up to
 * positive x. */
static void reference(mpfr_t r, mpfr_t scale, int n, mpfr_t at)
{
    const struct oracle *o = oracle_find(n ? "polygamma" : "digamma");
    mpfr_t x[2], t;
    mpfr_inits2(400, x[0], x[1], t, (mpfr_ptr)0);
    mpfr_set_si(x[0], n, MPFR_RNDN);
    mpfr_set(x[1], at, MPFR_RNDN);
    mpfr_set_zero(scale, 1);
    mpfr_t sum, factorial;
    mpfr_inits2(400, sum, factorial, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    mpfr_fac_ui(factorial, (unsigned long)n, MPFR_RNDN);
    while (mpfr_sgn(x[1]) <= 0) {
        mpfr_pow_si(t, x[1], -n - 1, MPFR_RNDN);
        mpfr_mul(t, t, factorial, MPFR_RNDN);
        (n % 2 ? mpfr_add : mpfr_sub)(sum, sum, t, MPFR_RNDN);
        if (mpfr_cmpabs(t, scale) > 0)
            mpfr_abs(scale, t, MPFR_RNDN);
        mpfr_add_ui(x[1], x[1], 1, MPFR_RNDN);
    }
    o->fn(r, n ? x : x + 1, 0);
    mpfr_add(r, r, sum, MPFR_RNDN);
    if (mpfr_cmpabs(r, scale) > 0)
        mpfr_abs(scale, r, MPFR_RNDN);
    mpfr_clears(x[0], x[1], t, sum, factorial, (mpfr_ptr)0);
}

static void test_point(int n, double at, enum test_type type)
{
    mpfr_t x, want, scale;
    mpfr_inits2(300, x, want, scale, (mpfr_ptr)0);
    mpfr_set_d(x, at, MPFR_RNDN);
    if (type == TYPE_FLOAT)
        round_to_type(x, type);
    reference(want, scale, n, x);
    bool near_root = n == 0 && fabs(at - 1.46163214496836234) < 0.25;
    if (n == 0 && !near_root && mpfr_cmp_ui(scale, 1) < 0)
        mpfr_set_ui(scale, 1, MPFR_RNDN);
    expect("psi", n, x, want, call(n, x, type), scale, type, ULPS + 2.0 * n);
    mpfr_clears(x, want, scale, (mpfr_ptr)0);
}

static void test_grid(int n, enum test_type type)
{
    static const double at[] = {1e-300,
                                1e-30,
                                1e-5,
                                0.1,
                                0.25,
                                0.5,
                                0.75,
                                0.999,
                                1,
                                1.2,
                                1.25,
                                1.4,
                                1.46,
                                1.4616321449683623,
                                1.47,
                                1.5,
                                1.7,
                                2,
                                2.5,
                                3,
                                3.75,
                                5,
                                7.25,
                                9.99,
                                10,
                                12.5,
                                13.999,
                                14,
                                17.3,
                                25,
                                31,
                                100,
                                1000.5,
                                1e6,
                                1e15,
                                -0.1,
                                -0.25,
                                -0.5,
                                -0.504083008,
                                -0.75,
                                -0.999,
                                -1.01,
                                -1.5,
                                -1.57349847,
                                -2.5,
                                -3.3,
                                -7.75,
                                -9.5,
                                -20.25,
                                -100.0625,
                                -1e-5,
                                -1e-30};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (!(type == TYPE_FLOAT && fabs(at[i]) < 1e-6))
            test_point(n, at[i], type);
}

struct special {
    int n;
    double x, want;
};
static const struct special specials[] = {
    {0, NAN, NAN},       {0, INFINITY, INFINITY},
    {0, -INFINITY, NAN}, {0, 0.0, -INFINITY},
    {0, -0.0, INFINITY}, {0, -3, NAN},
    {1, NAN, NAN},       {1, INFINITY, 0},
    {1, -INFINITY, NAN}, {1, 0.0, INFINITY},
    {1, -0.0, INFINITY}, {1, -3, INFINITY},
    {2, INFINITY, -0.0}, {2, 0.0, -INFINITY},
    {2, -0.0, INFINITY}, {2, -3, NAN},
    {-1, 2, NAN},
};

static void test_special(const struct special *s)
{
    long double got[] = {enz_rt_polygammaf(s->n, (float)s->x), enz_rt_polygamma(s->n, s->x),
                         enz_rt_polygammal(s->n, s->x)};
    for (int i = 0; i < 3; i++) {
        checks++;
        if (isnan(s->want) ? isnan(got[i])
                           : got[i] == s->want && !signbit(got[i]) == !signbit(s->want))
            continue;
        failures++;
        fprintf(stderr, "psi%d at %g: want %g got %Lg\n", s->n, s->x, s->want, got[i]);
    }
}

int main(void)
{
    static const int orders[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 20, 39, 41, 50, 63, 70, 100};
    for (enum test_type type = TYPE_FLOAT; type <= TYPE_FP80; type++)
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
            test_grid(orders[i], type);
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        test_special(&specials[i]);
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures || checks < 1000;
}
