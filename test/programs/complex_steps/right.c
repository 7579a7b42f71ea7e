/* -fenz-check=complex: right derivatives agree, to the last digits, whatever code they are made of:
 * mathematical functions, memory, structs that are copied and passed by value, vectors, float and
 * long double, loops, recursion. Nothing is reported, and the program notices nothing. */
#define _DEFAULT_SOURCE
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

float __enzyme_autodiff_float(void *, ...);

#define FUNCTION(name, expression)                                                                 \
    static double f_##name(double x)                                                               \
    {                                                                                              \
        return expression;                                                                         \
    }
FUNCTION(circular, sin(x) + cos(2 * x) + tan(x / 2))
FUNCTION(inverse, asin(x / 3) + acos(x / 4) * atan(3 * x))
FUNCTION(hyperbolic, sinh(x) * cosh(x) - tanh(x))
FUNCTION(area, asinh(x) + acosh(1.5 + x * x) + atanh(x / 3))
FUNCTION(exponential, exp(x) + exp2(x) + expm1(x / 7))
FUNCTION(logarithm, log(3 + x) + log2(4 + x) + log10(5 + x) + log1p(x / 2))
FUNCTION(roots, sqrt(2 + x) + cbrt(x - 2) * cbrt(2 + x))
FUNCTION(powers, pow(2 + x, x) + pow(x - 3, 3) + pow(x - 2, -2.0) + pow(x, 0))
FUNCTION(angles, hypot(x, 2 - x) + atan2(x, 3) + atan2(3, x) + atan2(-3, x - 5))
FUNCTION(error, erf(x) + erfc(x / 2))
FUNCTION(gamma, lgamma(2.5 + x) + tgamma(1.7 + x / 2))
FUNCTION(bessel, j0(x) + j1(x) + y0(2 + x) + y1(3 + x))
FUNCTION(pieces, fabs(x) * fmax(x, 0.1) + fmin(x, 0.2) * fdim(1, x) + copysign(x, -1))
FUNCTION(rounding, floor(x) * x + x * rint(4 * x) + trunc(x) + fmod(x, 0.3) + remainder(x, 0.7))
FUNCTION(scaling, ldexp(x, 3) * scalbn(x, -2) + fma(x, x, x))
FUNCTION(division, (1 + x) / (2 - x) / (3 + x * x))

typedef double function(double);
static function *const functions[] = {f_circular,    f_inverse,   f_hyperbolic, f_area,
                                      f_exponential, f_logarithm, f_roots,      f_powers,
                                      f_angles,      f_error,     f_gamma,      f_bessel,
                                      f_pieces,      f_rounding,  f_scaling,    f_division};

struct point {
    double x, y;
    int tag;
    float w;
};
static struct point turned(struct point p, double by)
{
    struct point q = p;
    q.x = p.x * cos(by) - p.y * sin(by);
    q.y = p.x * sin(by) + p.y * cos(by);
    q.w = p.w * (float)by;
    return q;
}
struct large {
    double v[6];
};
static double norm(struct large l)
{
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += l.v[i] * l.v[i];
    return sqrt(sum);
}
static double structs(const struct point *p, double by)
{
    struct point q = turned(turned(*p, by), by);
    struct large l = {{q.x, q.y, p->x, p->y, 1, by}}, m = l;
    m.v[4] = q.w;
    return norm(m) * q.x + norm(l);
}

static double power(double x, int n)
{
    return n == 0 ? 1 : x * power(x, n - 1);
}
static long double longer(long double x)
{
    return x * x / (1 + x);
}
static float shorter(float x)
{
    return x * x * 0.5f + sqrtf(x);
}
typedef double vector __attribute__((vector_size(32)));
static void mixed(const double *x, double *y, int n)
{
    double buffer[16];
    for (int i = 0; i < n; i++)
        buffer[i] = x[i] * x[n - 1 - i];
    for (int i = 1; i < n; i++)
        buffer[i] = buffer[i - 1] * 0.5 + buffer[i] * buffer[i];
    vector v = {buffer[0], buffer[1], buffer[2], buffer[3]}, w = v * v + 3 * v;
    y[0] = y[0] * w[0] + w[1] * w[2] - w[3];
    y[1] += power(buffer[n - 1], 3) + (double)longer(buffer[2]);
}
static float single(float x, float y)
{
    return shorter(x) * y - x / y;
}

static void all_functions(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        function *f = functions[i];
        double x = 0.613, h = 1e-5, gradient = __enzyme_autodiff((void *)f, x);
        CHECK_TOL(gradient, (f(x + h) - f(x - h)) / (2 * h), 1e-6);
    }
}

static void others(void)
{
    struct point p = {0.7, -0.4, 3, 1.5f}, dp = {0};
    double by = __enzyme_autodiff((void *)structs, enzyme_dup, &p, &dp, 0.3);
    CHECK_THAT(dp.tag == 0 && by != 0);
    double x[5] = {0.2, 0.4, 0.6, 0.8, 1}, dx[5] = {0}, y[2] = {2, 3}, dy[2] = {1, 0.5};
    __enzyme_autodiff((void *)mixed, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 5);
    double wanted[2] = {2, 3};
    mixed(x, wanted, 5);
    CHECK_THAT(y[0] == wanted[0] && y[1] == wanted[1]);
}

static void in_float(void)
{
    float slope = __enzyme_autodiff_float((void *)single, 1.5f, enzyme_const, 0.7f);
    CHECK_TOL(slope, 0.7 * (1.5 + 0.5 / sqrt(1.5)) - 1 / 0.7, 1e-5);
}

/* What `call` prints. */
static size_t printed(void (*call)(void), char *text, size_t size)
{
    int ends[2];
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    int was = dup(2);
    dup2(ends[1], 2);
    call();
    dup2(was, 2);
    close(was);
    close(ends[1]);
    ssize_t n = read(ends[0], text, size - 1);
    close(ends[0]);
    text[n > 0 ? n : 0] = 0;
    return strlen(text);
}

int main(void)
{
    char text[4096];
    setenv("ENZCC_CHECK", "all", 1);
    CHECK_THAT(printed(all_functions, text, sizeof text) == 0);
    fputs(text, stderr);
    CHECK_THAT(printed(others, text, sizeof text) == 0);
    fputs(text, stderr);
    CHECK_THAT(printed(in_float, text, sizeof text) == 0);
    return oracle_result();
}
