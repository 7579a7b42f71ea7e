/* Formats that no processor has, through MPFR, against rounding by hand: a sum, product, quotient
 * or root of numbers with p bits, computed with 2 p + 2 bits or more and then rounded to p, is what
 * it would be if rounded once (S. Figueroa, When is double rounding innocuous?, SIGNUM 30, 1995).
 */
#include "oracle.h"
#include <math.h>
#include <string.h>

typedef double unary(double);
typedef double binary(double, double);
typedef float float_unary(float);
typedef double sum_of(const double *);
unary *__enzyme_truncate_op_func_1(void *, int, int, int);
binary *__enzyme_truncate_op_func_2(void *, int, int, int);
float_unary *__enzyme_truncate_op_func_f(void *, int, int, int);
sum_of *__enzyme_truncate_op_func_s(void *, int, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int, int);
double __enzyme_truncate_mem_value(double, int, int, int);

static int bits, least, most; /* of the significand; exponents of the numbers 2^k */

static void use(int exponent, int significand)
{
    bits = significand + 1;
    most = (1 << (exponent - 1)) - 1;
    least = 1 - most;
}

static double rounded(double x)
{
    int k;
    if (x == 0 || !isfinite(x))
        return x;
    frexp(x, &k);
    int unit = (k - 1 < least ? least : k - 1) - (bits - 1);
    double r = ldexp(rint(ldexp(x, -unit)), unit);
    return fabs(r) >= ldexp(1, most + 1) ? copysign(INFINITY, x) : r;
}

static double step(double x, double y)
{
    double s = x + y;
    double d = x - y;
    double p = s * d;
    return sqrt(fabs(p)) / y;
}
static double step_rounded(double x, double y)
{
    x = rounded(x);
    y = rounded(y);
    double p = rounded(rounded(x + y) * rounded(x - y));
    return rounded(rounded(sqrt(fabs(p))) / y);
}

#define SAME(got, want) CHECK_THAT((got) == (want) || (isnan(got) && isnan(want)))

static double same(double x)
{
    return x;
}

static void check_format(int exponent, int significand, binary *truncated, unary *value)
{
    use(exponent, significand);
    for (double x = -9.7; x < 9; x += 1.1)
        for (double y = -4e-3; y < 100; y = y < 0 ? 1e-4 : 7 * y) {
            SAME(truncated(x, y), step_rounded(x, y));
            SAME(value(x * y), rounded(x * y));
        }
}

#define CHECK_FORMAT(e, s)                                                                         \
    check_format(e, s, __enzyme_truncate_op_func_2((void *)step, 64, e, s),                        \
                 __enzyme_truncate_mem_func_1((void *)same, 64, e, s))

static double square(double x)
{
    return x * x;
}
static float float_square(float x)
{
    return x * x;
}
static double third(double x)
{
    return x / 3;
}
static double next(double x)
{
    return x + 0x1p-40;
}
static double functions(double x)
{
    return exp(sin(x)) + floor(x);
}
static double contracted(double x)
{
    return x * x + 1;
}

static void check_edges(void)
{
    unary *f = __enzyme_truncate_op_func_1((void *)square, 64, 4, 3);
    CHECK_THAT(f(15) == 224);          /* 225, in steps of 16: both are as near, 224 is even */
    CHECK_THAT(isinf(f(16)));          /* the largest number is 240 */
    CHECK_THAT(f(0x1p-4) == 0x1p-8);   /* subnormal */
    CHECK_THAT(f(0x1.8p-5) == 0x1p-9); /* the smallest one */
    CHECK_THAT(f(0x1p-6) == 0);
    CHECK_THAT(isnan(f(NAN)));
    CHECK_THAT(__enzyme_truncate_mem_value(0.3, 64, 4, 3) == 0.3125);
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)next, 64, 11, 39)(1) == 1);
    CHECK_THAT(__enzyme_truncate_op_func_1((void *)next, 64, 11, 40)(1) == 1 + 0x1p-40);
    double t = __enzyme_truncate_op_func_1((void *)third, 64, 11, 39)(1);
    CHECK_THAT(t == 0xAAAAAAAAABp-41 && fabs(t - 1.0 / 3) < 0x1p-41);
    CHECK_THAT(__enzyme_truncate_op_func_f((void *)float_square, 32, 8, 7)(1.23456789f) ==
               1.5234375f); /* 1.234375^2 in steps of 2^-7 */
}

static void check_functions(void)
{
    use(8, 10);
    for (double x = -3; x < 3; x += 0.3) {
        double y = rounded(x);
        CHECK_THAT(__enzyme_truncate_op_func_1((void *)functions, 64, 8, 10)(x) ==
                   rounded(rounded(exp(rounded(sin(y)))) + floor(y)));
        CHECK_THAT(__enzyme_truncate_mem_func_1((void *)functions, 64, 8, 10)(x) ==
                   rounded(rounded(exp(rounded(sin(y)))) + floor(y)));
        CHECK_THAT(__enzyme_truncate_op_func_1((void *)contracted, 64, 8, 10)(x) ==
                   rounded(rounded(y * y) + 1));
    }
}

/* Derivatives are those of the operations in the wide format, at rounded operands. */
static double slope(double x)
{
    return __enzyme_autodiff((void *)functions, x);
}

static void check_derivatives(double x)
{
    void *f = (void *)__enzyme_truncate_op_func_1((void *)functions, 64, 8, 10);
    double want = exp(sin(x)) * cos(x);
    CHECK_TOL(__enzyme_autodiff(f, x), want, 1e-2);
    CHECK_TOL(__enzyme_fwddiff(f, x, 1.0), want, 1e-2);
    use(8, 10);
    double y = rounded(x), inner = rounded(sin(y));
    CHECK(__enzyme_autodiff(f, x), exp(inner) * cos(y));
    CHECK(__enzyme_truncate_op_func_1((void *)slope, 64, 8, 10)(x),
          rounded(rounded(exp(inner)) * rounded(cos(y))));
}

typedef double four __attribute__((vector_size(32)));

static double lanes(const double *x)
{
    four a = {x[0], x[1], x[2], x[3]}, b = a * a;
    return b[0] + b[3];
}

static void check_vectors(void)
{
    double x[4] = {1.23456, 2, 3, 4.56789};
    use(8, 10);
    double a = rounded(x[0]), b = rounded(x[3]);
    CHECK_THAT(__enzyme_truncate_op_func_s((void *)lanes, 64, 8, 10)(x) ==
               rounded(rounded(a * a) + rounded(b * b)));
}

int main(void)
{
    CHECK_FORMAT(8, 10);
    CHECK_FORMAT(8, 7);
    CHECK_FORMAT(5, 2);
    CHECK_FORMAT(4, 3);
    CHECK_FORMAT(6, 24);
    check_edges();
    check_functions();
    check_derivatives(0.7);
    check_vectors();
    return oracle_result();
}
