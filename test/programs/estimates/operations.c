/* Error estimates of single operations: the errors of the operands times absolute partial
 * derivatives, and half a unit in the last place of the result. */
#include "oracle.h"
#include <float.h>
#include <math.h>

double __enzyme_error_estimate(void *, ...);
float __enzyme_error_estimate_float(void *, ...);
long double __enzyme_error_estimate_long(void *, ...);

static double half_ulp(double x)
{
    return (nextafter(fabs(x), INFINITY) - fabs(x)) / 2;
}

static double product(double x, double y)
{
    return x * y;
}
static double sum(double x, double y)
{
    return x + y;
}
static double difference(double x, double y)
{
    return x - y;
}
static double quotient(double x, double y)
{
    return x / y;
}
static double opposite(double x)
{
    return -x;
}
static double size(double x)
{
    return fabs(x);
}
static double root(double x)
{
    return sqrt(x);
}
static double sine(double x)
{
    return sin(x);
}
static double power(double x, double y)
{
    return pow(x, y);
}
static double fused(double x, double y, double z)
{
    return fma(x, y, z);
}
static double twice_rounded(double x, double y, double z)
{
    return x * y + z;
}
static double larger(double x, double y)
{
    return fmax(x, y);
}
static double chosen(double x, double y)
{
    return x > y ? x : y;
}
static double rest(double x, double y)
{
    return fmod(x, y);
}
static double scaled(double x)
{
    return ldexp(x, 5);
}
static double quarter(double x)
{
    return -0.5 * x / 2;
}
static double constant(double x)
{
    (void)x;
    return 3;
}
static double rounded(double x)
{
    return floor(x);
}
static float to_float(double x)
{
    return (float)x;
}
static double to_double(float x)
{
    return x;
}
static float float_product(float x, float y)
{
    return x * y;
}
static long double long_product(long double x, long double y)
{
    return x * y;
}

/* Errors are far below the tolerance of CHECK. */
#define CHECK_ERROR(got, want) CHECK((got) / (want), 1)
#define ERROR1(f, x, e)        __enzyme_error_estimate((void *)f, (double)(x), (double)(e))
#define ERROR2(f, x, ex, y, ey)                                                                    \
    __enzyme_error_estimate((void *)f, (double)(x), (double)(ex), (double)(y), (double)(ey))

static void check_arithmetic(double x, double y)
{
    CHECK_ERROR(ERROR2(product, x, 1e-15, y, 2e-15),
                fabs(y) * 1e-15 + fabs(x) * 2e-15 + half_ulp(x * y));
    CHECK_ERROR(ERROR2(product, x, 0, y, 0), half_ulp(x * y));
    CHECK_ERROR(ERROR2(sum, x, 1e-15, y, 2e-15), 3e-15 + half_ulp(x + y));
    CHECK_ERROR(ERROR2(difference, x, 1e-15, y, 2e-15), 3e-15 + half_ulp(x - y));
    CHECK_ERROR(ERROR2(quotient, x, 1e-15, y, 2e-15),
                1e-15 / fabs(y) + fabs(x / y / y) * 2e-15 + half_ulp(x / y));
    CHECK_ERROR(__enzyme_error_estimate((void *)fused, x, 1e-15, y, 2e-15, 0.25, 3e-15),
                fabs(y) * 1e-15 + fabs(x) * 2e-15 + 3e-15 + half_ulp(fma(x, y, 0.25)));
    CHECK_ERROR(__enzyme_error_estimate((void *)twice_rounded, x, 1e-15, y, 2e-15, 0.25, 3e-15),
                fabs(y) * 1e-15 + fabs(x) * 2e-15 + 3e-15 + half_ulp(x * y) +
                    half_ulp(x * y + 0.25));
}

static void check_functions(double x)
{
    CHECK_ERROR(ERROR1(root, x, 1e-14), 1e-14 / (2 * sqrt(x)) + half_ulp(sqrt(x)));
    CHECK_ERROR(ERROR1(sine, x, 1e-14), fabs(cos(x)) * 1e-14 + half_ulp(sin(x)));
    CHECK_ERROR(ERROR2(power, x, 1e-14, 2.5, 2e-14), 2.5 * pow(x, 1.5) * 1e-14 +
                                                         fabs(log(x)) * pow(x, 2.5) * 2e-14 +
                                                         half_ulp(pow(x, 2.5)));
}

/* What is not rounded. */
static void check_exact(void)
{
    CHECK_ERROR(ERROR1(opposite, 3, 1e-14), 1e-14);
    CHECK_ERROR(ERROR1(size, -3, 1e-14), 1e-14);
    CHECK_ERROR(ERROR2(larger, 3, 1e-14, 4, 2e-14), 2e-14);
    CHECK_ERROR(ERROR2(chosen, 5, 1e-14, 4, 2e-14), 1e-14);
    CHECK_ERROR(ERROR2(rest, 7, 1e-14, 2, 2e-14), 1e-14 + 3 * 2e-14);
    CHECK_ERROR(ERROR1(scaled, 3, 1e-14), 32e-14);
    CHECK_ERROR(ERROR1(quarter, 3.3, 1e-14), 0.25e-14);
    CHECK_THAT(ERROR1(constant, 3, 1e-14) == 0);
    CHECK_THAT(ERROR1(rounded, 3.5, 1e-14) == 0);
    CHECK_THAT(ERROR2(product, 0, 0, 7, 0) == 0);
}

static void check_formats(void)
{
    CHECK_FLOAT(__enzyme_error_estimate_float((void *)float_product, 3.3f, 1e-6f, 0.7f, 0.0f) /
                    (0.7f * 1e-6f + FLT_EPSILON), /* 2 <= 2.31 < 4 */
                1);
    CHECK_ERROR(__enzyme_error_estimate_float((void *)to_float, 0.1, 0.0),
                (double)FLT_EPSILON / 32); /* 2^-4 <= 0.1 < 2^-3 */
    CHECK_ERROR(__enzyme_error_estimate((void *)to_double, 0.1f, 1e-9f), (double)1e-9f);
    CHECK_ERROR(__enzyme_error_estimate_long((void *)long_product, 3.3L, 1e-18L, 0.7L, 0.0L),
                0.7L * 1e-18L + (nextafterl(3.3L * 0.7L, INFINITY) - 3.3L * 0.7L) / 2);
}

static void check_limits(void)
{
    CHECK_THAT(isinf(ERROR2(product, 1e300, 0, 1e300, 0)));
    CHECK_THAT(!isfinite(ERROR1(root, -1, 0)));
    CHECK_THAT(ERROR2(product, DBL_MIN, 0, 0.25, 0) == 0);
}

int main(void)
{
    check_arithmetic(3, 0.7);
    check_arithmetic(-1e-3, 12345.678);
    check_arithmetic(-7, -0.125);
    check_functions(0.3);
    check_functions(40);
    check_exact();
    check_formats();
    check_limits();
    return oracle_result();
}
