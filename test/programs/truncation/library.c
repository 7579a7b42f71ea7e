/* Truncated functions that call what gives two numbers, what allocates memory, and functions
 * through pointers: as their narrow versions compute, bit for bit; and their derivatives. */
#define _GNU_SOURCE
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

typedef double unary(double);
typedef float narrow(float);
unary *__enzyme_truncate_op_func_1(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);

static double fractions(double x)
{
    double whole, rest = modf(x * 3.3, &whole);
    return rest * whole;
}
static float narrow_fractions(float x)
{
    float whole, rest = modff(x * 3.3f, &whole);
    return rest * whole;
}
static double circle(double x)
{
    double s, c;
    sincos(x * 3.3, &s, &c);
    return s * c + x;
}
static float narrow_circle(float x)
{
    float s, c;
    sincosf(x * 3.3f, &s, &c);
    return s * c + x;
}
static double mantissa(double x)
{
    int exponent;
    double m = frexp(x * 3.3, &exponent);
    return m * x + exponent;
}
static float narrow_mantissa(float x)
{
    int exponent;
    float m = frexpf(x * 3.3f, &exponent);
    return m * x + (float)exponent;
}
static double allocated(double x)
{
    double *p = malloc(sizeof *p);
    void *q = NULL;
    p[0] = x * 1.1;
    p = realloc(p, 4 * sizeof *p);
    if (posix_memalign(&q, 64, 4 * sizeof *p) != 0)
        return 0;
    double *r = q;
    p[3] = r[2] = p[0] * x;
    double sum = p[3] * r[2] + p[0];
    free(p);
    free(r);
    return sum;
}
static float narrow_allocated(float x)
{
    float a = x * 1.1f, b = a * x;
    return b * b + a;
}

static double square(double x)
{
    return x * x * 1.1;
}
static double cube(double x)
{
    return x * x * x * 1.1;
}
static double unused(double x)
{
    return x / 3;
}
static unary *volatile table[] = {square, cube, unused};
static double through_pointers(double x)
{
    return table[0](x) + table[1](x * 1.1);
}
static float narrow_square(float x)
{
    return x * x * 1.1f;
}
static float narrow_cube(float x)
{
    return x * x * x * 1.1f;
}
static float narrow_through_pointers(float x)
{
    return narrow_square(x) + narrow_cube(x * 1.1f);
}

static double slope(unary *f, double x)
{
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
}
/* A macro, as each call names its function. */
#define COMPARE(f)                                                                                 \
    do {                                                                                           \
        for (int i = 1; i < 9; i++) {                                                              \
            double x = 0.37F * i;                                                                  \
            CHECK_THAT(__enzyme_truncate_op_func_1((void *)f, 64, 32)(x) == narrow_##f((float)x)); \
            CHECK_THAT(__enzyme_truncate_mem_func_1((void *)f, 64, 32)(x) ==                       \
                       narrow_##f((float)x));                                                      \
            CHECK_TOL(__enzyme_truncate_op_func_1((void *)f, 64, 16)(x), f(x), 5e-2);              \
            void *op = (void *)__enzyme_truncate_op_func_1((void *)f, 64, 32);                     \
            CHECK_TOL(__enzyme_autodiff(op, x), slope(f, x), 1e-4);                                \
            CHECK_TOL(__enzyme_fwddiff(op, x, 1.0), slope(f, x), 1e-4);                            \
        }                                                                                          \
    } while (0)

int main(void)
{
    COMPARE(fractions);
    COMPARE(circle);
    COMPARE(mantissa);
    COMPARE(allocated);
    COMPARE(through_pointers);
    return oracle_result();
}
