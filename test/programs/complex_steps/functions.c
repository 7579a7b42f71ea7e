/* -fenz-check=complex of functions of <complex.h>, in all three types, and of those that give two
 * numbers: right derivatives agree, and nothing is said; a wrong one is found. */
#define _GNU_SOURCE
#include "oracle.h"
#include <complex.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTION(name, expression)                                                                 \
    static double f_##name(double x)                                                               \
    {                                                                                              \
        double complex z = x + 0.7 * x * x * I;                                                    \
        return expression;                                                                         \
    }
FUNCTION(circular, creal(csin(z) + ccos(2 * z) * ctan(z / 2)))
FUNCTION(inverse, cimag(casin(z / 3) + cacos(z / 4) * catan(z)))
FUNCTION(hyperbolic, creal(csinh(z) * ccosh(z) - ctanh(z)))
FUNCTION(area, cimag(casinh(z) + cacosh(3 + z) + catanh(z / 3)))
FUNCTION(exponential, creal(cexp(z) * clog(z)) + cimag(csqrt(z)))
FUNCTION(powers, creal(cpow(z, 2 + I) + cpow(2 + I, z)))
FUNCTION(parts, cabs(z) * carg(z) + creal(conj(z) * cproj(z) / (1 + z)))
FUNCTION(narrow, crealf(csqrtf((float complex)z) * cexpf((float complex)z)))
FUNCTION(wide, (double)creall(csinl(z) * cpowl(z, 0.5L)) + (double)cabsl(clogl(z)))

static double fractions(double x)
{
    double whole, s, c;
    int exponent;
    double rest = modf(5 * x, &whole);
    sincos(x, &s, &c);
    return rest * whole + s * c * c + x * frexp(3 * x, &exponent) + exponent;
}
static float narrow_fractions(float x)
{
    float whole, s, c, rest = modff(5 * x, &whole);
    sincosf(x, &s, &c);
    return rest * whole + s * c * c;
}
static double through_narrow(double x)
{
    return narrow_fractions((float)x);
}

typedef double function(double);
static const struct {
    function *f;
    double tolerance;
} functions[] = {{f_circular, 1e-7},    {f_inverse, 1e-7}, {f_hyperbolic, 1e-7},  {f_area, 1e-7},
                 {f_exponential, 1e-7}, {f_powers, 1e-7},  {f_parts, 1e-7},       {f_narrow, 1e-1},
                 {f_wide, 1e-7},        {fractions, 1e-7}, {through_narrow, 1e-1}};

static void all(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        function *f = functions[i].f;
        double x = 0.613, h = functions[i].tolerance > 1e-2 ? 1e-3 : 1e-5;
        double gradient = __enzyme_autodiff((void *)f, x);
        CHECK_TOL(gradient, (f(x + h) - f(x - h)) / (2 * h), functions[i].tolerance);
        CHECK_TOL(__enzyme_fwddiff((void *)f, enzyme_dup, x, 1.0), gradient, 1e-6);
    }
}

/* "Differentiated like" a function that it is not. */
__attribute__((enzyme_function_like("hypot"))) double size_of(double x, double y);
double size_of(double x, double y)
{
    return 1.001 * cabs(x + y * I);
}
static double wrong(double x)
{
    return size_of(x, 2 * x);
}
static void call_wrong(void)
{
    __enzyme_autodiff((void *)wrong, 1.5);
}

static char text[8192];
static void printed(void (*call)(void))
{
    int ends[2], was = dup(2);
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[1], 2);
    call();
    dup2(was, 2);
    close(was);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    text[n > 0 ? n : 0] = 0;
}

int main(void)
{
    setenv("ENZCC_CHECK", "all", 1);
    printed(all);
    fputs(text, stderr);
    CHECK_THAT(!*text);
    printed(call_wrong);
    CHECK_THAT(strstr(text, "the derivative of wrong is wrong") && strstr(text, "complex steps"));
    return oracle_result();
}
