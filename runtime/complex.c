/* Operations on complex numbers whose imaginary parts are tiny, for functions that are computed
 * with complex steps (complex_steps.c, passes/complex). Each gives the imaginary part of its
 * result; the real part is the program's.
 *
 * Functions are those of the C library for complex numbers. Others are extended in the usual ways:
 * what is defined piece by piece, such as fabs and fmax, takes the piece where the real part lies;
 * rounding gives a constant; and functions of which no library has an extension (erf, Gamma,
 * Bessel) get the first term of their Taylor series, of which the derivative is a central
 * difference of the eighth order in long double, so that no formula for it is needed. */
#define _GNU_SOURCE /* j0l, lgammal_r */
#include "complex_steps.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* CMPLX of C11, which clang does not get from the headers of every C library: a complex number is
 * laid out as an array of its parts (C11 6.2.5). */
static double complex number(double real, double imaginary)
{
    const double parts[2] = {real, imaginary};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* Extensions of functions that are not analytic at zero say nothing there. */
static double singular(double part)
{
    enz_rt_complex_lose(part);
    return 0;
}

#define DEFINE1(name) double enz_rt_complex_##name(double x, double a)
#define DEFINE2(name) double enz_rt_complex_##name(double x, double a, double y, double b)
#define DEFINE3(name)                                                                              \
    double enz_rt_complex_##name(double x, double a, double y, double b, double z, double c)

#define OPERATION(name, operands) DEFINE##operands(name);
#include "complex.def"

/* ---- arithmetic ---- */

DEFINE2(fadd)
{
    (void)x, (void)y;
    return a + b;
}
DEFINE2(fsub)
{
    (void)x, (void)y;
    return a - b;
}
DEFINE2(fmul)
{
    return x * b + a * y;
}
DEFINE2(fdiv)
{
    return cimag(number(x, a) / number(y, b));
}
DEFINE3(fma)
{
    (void)z;
    return x * b + a * y + c;
}

/* ---- the C library's ---- */

#define LIBRARY(name, f)                                                                           \
    DEFINE1(name)                                                                                  \
    {                                                                                              \
        return a == 0 ? 0 : cimag(f(number(x, a)));                                                \
    }
LIBRARY(acos, cacos)
LIBRARY(acosh, cacosh)
LIBRARY(asin, casin)
LIBRARY(asinh, casinh)
LIBRARY(atan, catan)
LIBRARY(atanh, catanh)
LIBRARY(cos, ccos)
LIBRARY(cosh, ccosh)
LIBRARY(exp, cexp)
LIBRARY(expm1, cexp)
LIBRARY(log, clog)
LIBRARY(sin, csin)
LIBRARY(sinh, csinh)
LIBRARY(tan, ctan)
LIBRARY(tanh, ctanh)

/* In other bases. */
static const double ln2 = 0x1.62e42fefa39efp-1, ln10 = 0x1.26bb1bbb55516p+1;

DEFINE1(exp2)
{
    return cimag(cexp(number(x * ln2, a * ln2)));
}
DEFINE1(exp10)
{
    return cimag(cexp(number(x * ln10, a * ln10)));
}
DEFINE1(log2)
{
    return cimag(clog(number(x, a))) / ln2;
}
DEFINE1(log10)
{
    return cimag(clog(number(x, a))) / ln10;
}
DEFINE1(log1p)
{
    return cimag(clog(number(1 + x, a)));
}

/* ---- roots and powers ---- */

DEFINE1(sqrt)
{
    return x == 0 ? singular(a) : cimag(csqrt(number(x, a)));
}

/* z^w for a positive real part of z. */
static double positive_power(double x, double a, double y, double b)
{
    return cimag(cexp(number(y, b) * clog(number(x, a))));
}

DEFINE1(cbrt)
{
    return x == 0  ? singular(a)
           : x < 0 ? -positive_power(-x, -a, 1. / 3, 0)
                   : positive_power(x, a, 1. / 3, 0);
}

/* Of a number that is not positive only powers by whole numbers are real, products of so many
 * factors. */
static double whole_power(double x, double a, double y)
{
    double complex z = number(x, a), product = 1;
    bool inverse = y < 0;
    for (double n = fabs(y); n >= 1; n = floor(n / 2), z *= z)
        if (fmod(n, 2) >= 1)
            product *= z;
    return cimag(inverse ? 1 / product : product);
}

enum { MOST_SQUARINGS = 40 };
DEFINE2(pow)
{
    if (x > 0)
        return a == 0 && b == 0 ? 0 : positive_power(x, a, y, b);
    bool whole = y == floor(y) && fabs(y) < ldexp(1, MOST_SQUARINGS) && (x < 0 || y >= 0);
    return whole && b == 0 ? whole_power(x, a, y) : singular(a != 0 ? a : b);
}
DEFINE2(powi)
{
    (void)b;
    return x == 0 && y < 0 ? singular(a) : whole_power(x, a, y);
}

/* sqrt(z^2 + w^2), scaled. */
DEFINE2(hypot)
{
    double m = fmax(fabs(x), fabs(y));
    if (m == 0)
        return singular(a != 0 ? a : b);
    double complex z = number(x / m, a / m), w = number(y / m, b / m);
    return m * cimag(csqrt(z * z + w * w));
}

/* The angle of (y, x), by the quotient that is at most 1. */
DEFINE2(atan2)
{
    double complex z = number(x, a), w = number(y, b);
    if (x == 0 && y == 0)
        return singular(a != 0 ? a : b);
    return fabs(x) <= fabs(y) ? cimag(catan(z / w)) : -cimag(catan(w / z));
}

/* ---- piece by piece ---- */

#define CONSTANT(name)                                                                             \
    DEFINE1(name)                                                                                  \
    {                                                                                              \
        (void)x, (void)a;                                                                          \
        return 0;                                                                                  \
    }
CONSTANT(ceil)
CONSTANT(floor)
CONSTANT(nearbyint)
CONSTANT(rint)
CONSTANT(round)
CONSTANT(roundeven)
CONSTANT(trunc)

DEFINE1(same)
{
    (void)x;
    return a;
}
DEFINE1(frexp)
{
    int exponent;
    frexp(x, &exponent);
    return scalbn(a, -exponent);
}
DEFINE1(fabs)
{
    return x < 0 ? -a : a;
}
DEFINE2(copysign)
{
    (void)b;
    return !signbit(x) == !signbit(y) ? a : -a;
}
DEFINE2(fmax)
{
    return x < y || isnan(x) ? b : a;
}
DEFINE2(fmin)
{
    return x < y || isnan(y) ? a : b;
}
DEFINE2(fdim)
{
    return x > y ? a - b : 0;
}
DEFINE2(fmod)
{
    return a - b * rint((x - fmod(x, y)) / y);
}
DEFINE2(remainder)
{
    return a - b * rint((x - remainder(x, y)) / y);
}

#define SCALED(name)                                                                               \
    DEFINE2(name)                                                                                  \
    {                                                                                              \
        (void)x, (void)b;                                                                          \
        return scalbln(a, (long)y);                                                                \
    }
SCALED(ldexp)
SCALED(scalbln)
SCALED(scalbn)

/* ---- by differences ---- */

typedef long double function(long double);

/* Central, of the eighth order (Fornberg, Mathematics of Computation 51, 1988, table 1). */
static double slope(function *f, double x)
{
    static const long double weights[] = {4 / 5.L, -1 / 5.L, 4 / 105.L, -1 / 280.L};
    long double size = fabs(x) > 0 && fabs(x) < 1 ? fabs(x) : 1, h = size / 512, sum = 0;
    for (int k = 0; k < 4; k++)
        sum += weights[k] * (f(x + (k + 1) * h) - f(x - (k + 1) * h));
    return (double)(sum / h);
}

/* Without the sign, which the program may look at (signgam). */
static long double log_gamma(long double x)
{
    int sign;
    return lgammal_r(x, &sign);
}

#define SMOOTH(name, f)                                                                            \
    DEFINE1(name)                                                                                  \
    {                                                                                              \
        return a == 0 ? 0 : a * slope(f, x);                                                       \
    }
SMOOTH(erf, erfl)
SMOOTH(erfc, erfcl)
SMOOTH(j0, j0l)
SMOOTH(j1, j1l)
SMOOTH(lgamma, log_gamma)
SMOOTH(lgamma_r, log_gamma)
SMOOTH(tgamma, tgammal)
SMOOTH(y0, y0l)
SMOOTH(y1, y1l)
